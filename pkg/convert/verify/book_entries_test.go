package verify

import (
	"testing"
	"time"
)

// TestEntriesOfOthers has a task that is carried out to its end leave the answers to calls that other tasks make when it is called.
func TestEntriesOfOthers(t *testing.T) {
	t.Parallel()
	start := time.Date(2025, 1, 1, 8, 0, 0, 0, time.UTC)
	later := start.Add(20 * time.Second)
	first, second := &entry{at: start, input: "1", element: "Weigh"}, &entry{at: start, input: "2", element: "Weigh"}
	b := &book{entries: map[string][]*entry{}, unused: map[answerer]int{}, ahead: start}
	b.add("weigh", first)
	b.add("weigh", second)
	if got := b.next("weigh", "Weigh", "1", nil, start); got != first {
		t.Errorf("the first call gets %v", got)
	}
	if got := b.next("weigh", "Weigh", "1", nil, later); got != nil {
		t.Errorf("its retry gets %v", got)
	}
	b.ahead = time.Time{}
	if got := b.next("weigh", "Weigh", "2", nil, start); got != second {
		t.Errorf("the second call gets %v", got)
	}
}

// TestEntriesGivenBack has an answer that was taken be that of the next call again, also where none was left.
func TestEntriesGivenBack(t *testing.T) {
	t.Parallel()
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	b := &book{entries: map[string][]*entry{}, unused: map[answerer]int{}}
	first, second := &entry{at: start, input: "1", element: "Weigh"}, &entry{at: start.Add(time.Second), input: "2", element: "Weigh"}
	b.add("weigh", first)
	b.add("weigh", second)
	for range 3 {
		b.next("weigh", "Weigh", "1", nil, start)
	}
	if !b.spent("weigh", "Weigh") {
		t.Fatal("answers are left")
	}
	b.giveBack("weigh", second)
	b.giveBack("weigh", first)
	b.giveBack("weigh", first)
	for i, want := range []*entry{first, second, nil} {
		if got := b.next("weigh", "Weigh", "3", nil, start.Add(time.Hour)); got != want {
			t.Errorf("call %d gets %+v, want %+v", i, got, want)
		}
	}
}
