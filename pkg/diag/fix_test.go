package diag

import (
	"bytes"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

func fixing(edits ...Edit) Diagnostic { return Diagnostic{Fix: &Fix{Edits: edits}} }

func edit(start, end int, text string) Edit { return Edit{source.Span{Start: start, End: end}, text} }

func TestApply(t *testing.T) {
	t.Parallel()
	unsafe := fixing(edit(0, 1, "U"))
	unsafe.Fix.Unsafe = true
	tests := []struct {
		name    string
		ds      []Diagnostic
		unsafe  bool
		want    string
		applied int
	}{
		{"nothing", []Diagnostic{{}, {Fix: &Fix{}}}, false, "abcdef", 0},
		{"two", []Diagnostic{fixing(edit(0, 1, "x")), fixing(edit(3, 4, ""))}, false, "xbcef", 2},
		{"several edits in one", []Diagnostic{fixing(edit(5, 6, "F"), edit(0, 0, "<"), edit(2, 3, ""))}, false, "<abdeF", 1},
		{"overlapping", []Diagnostic{fixing(edit(1, 4, "-")), fixing(edit(3, 5, "+")), fixing(edit(4, 5, "e!"))}, false, "a-e!f", 2},
		{"all or nothing", []Diagnostic{fixing(edit(1, 4, "-")), fixing(edit(0, 1, "A"), edit(3, 5, "+"))}, false, "a-ef", 1},
		{"the same twice", []Diagnostic{fixing(edit(1, 2, "-")), fixing(edit(1, 2, "-"), edit(4, 5, ""))}, false, "a-cdf", 2},
		{"two insertions at one place", []Diagnostic{fixing(edit(1, 1, "-")), fixing(edit(1, 1, "-"))}, false, "a-bcdef", 1},
		{"outside", []Diagnostic{fixing(edit(5, 9, "")), fixing(edit(3, 2, ""))}, false, "abcdef", 0},
		{"unsafe left out", []Diagnostic{unsafe}, false, "abcdef", 0},
		{"unsafe", []Diagnostic{unsafe}, true, "Ubcdef", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			before := []byte("abcdef")
			got, applied := Apply(before, test.ds, test.unsafe)
			if string(got) != test.want || applied != test.applied || string(before) != "abcdef" {
				t.Errorf("got %q, %d applied", got, applied)
			}
		})
	}
}

// BenchmarkApply has to be linear: 100,000 fixes of one file.
func BenchmarkApply(b *testing.B) {
	text := bytes.Repeat([]byte("ab"), 100_000)
	var ds []Diagnostic
	for i := range 100_000 {
		ds = append(ds, fixing(edit(2*i, 2*i+1, strings.Repeat("x", i%3))))
	}
	for b.Loop() {
		Apply(text, ds, false)
	}
}
