package convert

import (
	"fmt"
	"slices"
	"strings"
)

// fold makes one loss of those that state the same of several elements: the first one keeps its message and place, gets the elements of
// the others, and their places as related ones.
func fold(losses []Loss) []Loss {
	first := map[string]int{}
	var named []map[string]bool // the elements of each loss that others were added to
	out := []Loss{}
	for i := range losses {
		l := &losses[i]
		statement := l.statement()
		at, known := first[statement]
		if !known {
			first[statement] = len(out)
			out, named = append(out, *l), append(named, nil)
			continue
		}
		folded := &out[at]
		if named[at] == nil {
			named[at] = map[string]bool{}
			for _, name := range folded.From {
				named[at][name] = true
			}
		}
		for _, name := range l.From {
			if !named[at][name] {
				named[at][name] = true
				folded.From = append(folded.From, name)
			}
		}
		folded.Related = append(folded.Related, Related{l.File, l.Line, l.Column, l.Message})
		folded.Related = append(folded.Related, l.Related...)
	}
	return out
}

// statement is what a loss states, without the names of the elements that it is about: losses with the same one differ in their elements
// only.
func (l *Loss) statement() string {
	message := l.Message
	for _, name := range append(slices.Clip(l.From), l.named...) {
		message = strings.ReplaceAll(message, fmt.Sprintf("%q", name), "%q")
	}
	data := ""
	if l.Data != nil {
		data = *l.Data
	}
	return strings.Join([]string{l.Rule, l.Level, message, l.Instead, data}, "\x00")
}
