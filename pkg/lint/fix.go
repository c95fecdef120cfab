package lint

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/load"
	"slices"
)

// The limits of how long the fixes of one file are tried out.
const (
	mostRounds = 10  // fixes that become possible by earlier ones
	mostSingle = 200 // fixes that are tried one by one, because one of them makes the file worse
)

// Fix applies the fixes of the definitions in a file until none is left, and returns the new text and how many were applied. read reads a
// text as the file: one definition, or those inside it, of which what is in other files stays as it is. Fixes that are not safe are applied
// only if unsafe is set.
//
// No fix makes the definition worse: one after which there is a finding that was not there before, or as many as before, is not
// applied. So a second Fix changes nothing.
func (l *Linter) Fix(text []byte, unsafe bool, read func(text []byte) []*load.Definition) (fixed []byte, applied int) {
	found := func(text []byte) []diag.Diagnostic {
		reports := l.CheckFile(read(text))
		var all []diag.Diagnostic
		for _, r := range reports {
			all = append(all, slices.DeleteFunc(r.Findings, func(d diag.Diagnostic) bool { return d.File != nil && d.File.Name != r.File.Name })...)
		}
		about := reports[0].suppressions
		all = append(all, l.Selection.apply(about.findings(), about.settings)...)
		diag.Sort(all)
		return all
	}
	before := found(text)
	for range mostRounds {
		next, n := diag.Apply(text, before, unsafe)
		if n == 0 {
			break
		}
		after := found(next)
		if !better(before, after) {
			if next, after, n = l.fixSingly(text, before, unsafe, found); n == 0 {
				break
			}
		}
		text, before = next, after
		applied += n
	}
	return text, applied
}

// fixSingly applies fixes one after the other, leaving out those that make the text worse.
func (l *Linter) fixSingly(text []byte, before []diag.Diagnostic, unsafe bool, found func([]byte) []diag.Diagnostic) ([]byte, []diag.Diagnostic, int) {
	applied := 0
	rejected := map[string]int{} // how many of the findings with this rule and message
	for range mostSingle {
		seen := map[string]int{}
		tried := false
		for i := range before {
			k := key(&before[i])
			seen[k]++
			if before[i].Fix == nil || seen[k] <= rejected[k] {
				continue
			}
			next, n := diag.Apply(text, before[i:i+1], unsafe)
			if n == 0 {
				continue
			}
			tried = true
			if after := found(next); better(before, after) {
				text, before = next, after
				applied++
			} else {
				rejected[k]++
			}
			break
		}
		if !tried {
			break
		}
	}
	return text, before, applied
}

// better reports whether there are fewer findings after a change than before, and none that was not there. So fixing comes to an end.
func better(before, after []diag.Diagnostic) bool {
	return len(after) < len(before) && !worse(before, after)
}

// worse reports whether there is a finding after a change that was not there before.
func worse(before, after []diag.Diagnostic) bool {
	count := make(map[string]int, len(before))
	for i := range before {
		count[key(&before[i])]++
	}
	for i := range after {
		k := key(&after[i])
		if count[k]--; count[k] < 0 {
			return true
		}
	}
	return false
}

// key is what two findings are the same by, wherever they are.
func key(d *diag.Diagnostic) string { return d.Rule + "\x00" + d.Message }
