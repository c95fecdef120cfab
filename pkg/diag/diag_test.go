package diag

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

func TestSummary(t *testing.T) {
	t.Parallel()
	of := func(severities ...Severity) []Diagnostic {
		ds := make([]Diagnostic, len(severities))
		for i, s := range severities {
			ds[i].Severity = s
		}
		return ds
	}
	tests := []struct {
		files int
		ds    []Diagnostic
		want  string
	}{
		{3, of(Error, Warning, Error), "3 files, 2 errors, 1 warning"},
		{1, of(Info, Info, Warning, Warning, Error), "1 file, 1 error, 2 warnings, 2 infos"},
		{2, of(Info), "2 files, 1 info"},
		{1, nil, "1 file, no findings"},
		{0, nil, "0 files, no findings"},
	}
	for _, test := range tests {
		if got := Summary(test.files, test.ds); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestSeverity(t *testing.T) {
	t.Parallel()
	for _, s := range []Severity{Info, Warning, Error} {
		if got, ok := ParseSeverity(s.String()); !ok || got != s {
			t.Errorf("%v reads as %v, %t", s, got, ok)
		}
	}
	if _, ok := ParseSeverity("fatal"); ok {
		t.Error(`"fatal" is read`)
	}
	if got := Worst([]Diagnostic{{Severity: Warning}, {Severity: Error}, {Severity: Info}}); got != Error {
		t.Errorf("the worst is %v", got)
	}
	if got := Worst(nil); got != 0 {
		t.Errorf("the worst of nothing is %v", got)
	}
}

func TestSort(t *testing.T) {
	t.Parallel()
	at := func(start, end int, s Severity, rule, message string) Diagnostic {
		return Diagnostic{Span: source.Span{Start: start, End: end}, Severity: s, Rule: rule, Message: message}
	}
	want := []Diagnostic{
		at(0, 0, Info, "z", ""), at(1, 2, Error, "b", "x"), at(1, 2, Error, "b", "y"), at(1, 2, Warning, "a", ""),
		at(1, 3, Error, "a", ""), at(2, 2, Error, "a", ""),
	}
	got := []Diagnostic{want[5], want[2], want[0], want[4], want[3], want[1]}
	Sort(got)
	for i := range want {
		if got[i].Message != want[i].Message || got[i].Rule != want[i].Rule || got[i].Span != want[i].Span {
			t.Errorf("%d: got %+v, want %+v", i, got[i], want[i])
		}
	}
}
