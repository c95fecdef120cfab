package terminal

import (
	"bytes"
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// A screen is what a person sees of what is printed to a terminal: it knows the control sequences that a live view uses.
type screen struct{ lines []string }

var control = regexp.MustCompile(`\x1b\[(\d*)([A-Za-z])`)

func (s *screen) write(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		for _, c := range control.FindAllStringSubmatch(line, -1) {
			switch c[2] {
			case "A":
				n, err := strconv.Atoi(c[1])
				if err != nil || n > len(s.lines) {
					t.Fatalf("it goes up %s lines of %d", c[1], len(s.lines))
				}
				s.lines = s.lines[:len(s.lines)-n] // the cursor is at the start of a line, and J follows
			case "J":
			default:
				t.Fatalf("it prints %q", c[0])
			}
		}
		s.lines = append(s.lines, strings.TrimRight(control.ReplaceAllString(line, ""), "\n"))
	}
}

// frames runs a definition, and returns what is on the screen after each event for which a frame is drawn.
func frames(t *testing.T, text string, width int, at func(*machine.Trace) bool, stubs ...run.Stub) []string {
	t.Helper()
	l := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	p := l.Read(load.Text("a.asl.json", []byte(text))).Lower()
	if p == nil {
		t.Fatal("the definition was not read")
	}
	var out bytes.Buffer
	var s screen
	var shown []string
	v := NewLive(&out, false, func() int { return width })
	shoot := func() {
		s.write(t, out.String())
		out.Reset()
		shown = append(shown, strings.Join(s.lines, "\n"))
	}
	r, err := run.Simulate(context.Background(), p, run.Options{Input: value.ObjectOf(value.Member{Key: "n", Value: int64(1)}),
		Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), Stubs: stubs, Observe: func(e *machine.Trace) {
			v.Observe(e)
			if at(e) {
				v.Refresh()
				shoot()
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Finish(r); err != nil {
		t.Fatal(err)
	}
	shoot()
	return shown
}

const house = `{"StartAt": "Build", "States": {
  "Build": {"Type": "Parallel", "Next": "Rest", "Branches": [
    {"StartAt": "Walls", "States": {"Walls": {"Type": "Task", "Resource": "urn:walls", "End": true, "Retry": [{"ErrorEquals": ["Rain"], "IntervalSeconds": 60}]}}},
    {"StartAt": "Doors", "States": {"Doors": {"Type": "Map", "ItemsPath": "$.doors", "Parameters": {"d.$": "$$.Map.Item.Value"}, "End": true, "MaxConcurrency": 1,
      "Iterator": {"StartAt": "Door", "States": {"Door": {"Type": "Wait", "Seconds": 10, "End": true}}}}}}]},
  "Rest": {"Type": "Wait", "Seconds": 3600, "End": true}}}`

// tail are the lines of the tree.
func tail(frame string) string {
	var out []string
	for line := range strings.Lines(frame) {
		if strings.HasPrefix(line, "▏") {
			out = append(out, strings.TrimRight(line, "\n"))
		}
	}
	return strings.Join(out, "\n")
}

func TestLive(t *testing.T) {
	t.Parallel()
	text := strings.Replace(house, `"ItemsPath": "$.doors"`, `"ItemsPath": "$.doors", "InputPath": "$"`, 1)
	text = strings.Replace(text, `"StartAt": "Build", "States": {`, `"StartAt": "Plan", "States": {
  "Plan": {"Type": "Pass", "Result": ["oak", "glass", "iron"], "ResultPath": "$.doors", "Next": "Build"},`, 1)
	got := frames(t, text, 80, func(e *machine.Trace) bool {
		return e.Kind == machine.Retrying || e.Kind == machine.WaitStarted && e.Node.Name() == "Rest" || e.Kind == machine.RegionEnded && e.Node.Name() == "Doors"
	}, run.Stub{Name: "Walls", Replies: []run.Reply{{Fail: &machine.Error{Name: "Rain"}}, {Return: int64(1)}}})
	want := []string{
		"▏ at 0 s\n▏ ● Build, 0 of 2 done\n▏ │1 ↻ Walls, retry 1 of 3 in 1 min, until 1 min\n▏ │2 ● Doors, 0 of 3 done\n▏ │2 │1 ⏱ Door, wait 10 s, until 10 s",
		"▏ at 10 s\n▏ ● Build, 0 of 2 done\n▏ │1 ↻ Walls, retry 1 of 3 in 1 min, until 1 min\n▏ │2 ● Doors, 1 of 3 done",
		"▏ at 20 s\n▏ ● Build, 0 of 2 done\n▏ │1 ↻ Walls, retry 1 of 3 in 1 min, until 1 min\n▏ │2 ● Doors, 2 of 3 done",
		"▏ at 30 s\n▏ ● Build, 0 of 2 done\n▏ │1 ↻ Walls, retry 1 of 3 in 1 min, until 1 min\n▏ │2 ● Doors, 3 of 3 done",
		"▏ at 1 min\n▏ ⏱ Rest, wait 1 h, until 1 h 1 min",
		"",
	}
	if len(got) != len(want) {
		t.Fatalf("%d frames are drawn:\n%s", len(got), strings.Join(got, "\n=====\n"))
	}
	for i := range got {
		if tail(got[i]) != want[i] {
			t.Errorf("frame %d shows\n%s\nand not\n%s", i+1, tail(got[i]), want[i])
		}
	}
	if last := got[len(got)-1]; !strings.Contains(last, "\nsucceeded after 1 h 1 min, ") || !strings.Contains(last, "● Rest Wait\n") || strings.Contains(last, "▏") {
		t.Errorf("at the end it shows\n%s", last)
	}
}

// TestLiveFitsTheTerminal has many iterations at once, with long names, on a narrow terminal.
func TestLiveFitsTheTerminal(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("状态 long ", 20)
	text := `{"StartAt": "All", "States": {"All": {"Type": "Map", "End": true, "ItemsPath": "$.items", "Iterator": {"StartAt": "` + name + `", "States": {
  "` + name + `": {"Type": "Wait", "Seconds": 5, "End": true}}}}}}`
	text = strings.Replace(text, `"StartAt": "All", "States": {`, `"StartAt": "Plan", "States": {"Plan": {"Type": "Pass", "Result": [`+
		strings.TrimSuffix(strings.Repeat("1,", 100), ",")+`], "ResultPath": "$.items", "Next": "All"},`, 1)
	waits := 0
	got := frames(t, text, 40, func(e *machine.Trace) bool {
		if e.Kind == machine.WaitStarted {
			waits++
		}
		return waits == 40 && e.Kind == machine.WaitStarted
	})
	lines := strings.Split(tail(got[0]), "\n")
	if len(lines) != mostTree+2 || lines[len(lines)-1] != "▏ … and 29 more" {
		t.Errorf("the tree has %d lines:\n%s", len(lines), strings.Join(lines, "\n"))
	}
	for _, line := range lines {
		if w := runewidth.StringWidth(line); w > 39 {
			t.Errorf("a line is %d columns wide: %s", w, line)
		}
	}
}
