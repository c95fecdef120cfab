package source

import (
	"cmp"
	"fmt"
	"slices"
)

// The rules that problems fall under.
const (
	ruleSyntax    = "source/syntax"        // the text is not JSON, or not YAML
	ruleDuplicate = "source/duplicate-key" // a key appears twice in an object
	ruleUTF8      = "source/invalid-utf8"  // a byte is not UTF-8
	ruleDepth     = "source/depth"         // too many objects and arrays inside of each other
	ruleEmpty     = "source/empty"         // there is no value in the text
	ruleNumber    = "source/number"        // a number that readers cannot hold
	ruleAlias     = "source/alias"         // aliases of YAML that expand to too much, or to themselves
)

// RulePlaceholder is the rule of a value such as ${Name}, without quotes, that a deployment tool is to replace. A dialect whose
// definitions may have some takes them for strings in the [Bare] style, and does not report such a problem.
const RulePlaceholder = "source/placeholder"

// maxProblems is how many problems of a text are reported.
const maxProblems = 100

// A Problem is a mistake in a text, found before any dialect looks at it: it is not JSON, a key appears twice.
// Reading goes on after it.
type Problem struct {
	// Rule is the rule that the problem falls under: "source/syntax", "source/duplicate-key" and so on.
	Rule    string
	Span    Span
	Message string
	Help    string
	// Other is a second place that has to do with it, such as the bracket that is not closed, and OtherMessage what is
	// there; the zero Span is none.
	Other        Span
	OtherMessage string
	// Edits correct the text, where there is one evident remedy, which Help then says.
	Edits []Replacement
}

// A Replacement replaces the bytes of a range.
type Replacement struct {
	Span Span
	Text string
}

// problems collects what is wrong with a text, up to a limit.
type problems struct {
	list []Problem
	more bool // there are more, which were not added
	json bool // the text is JSON
}

// full reports whether the limit is reached, so that reading should stop.
func (p *problems) full() bool { return len(p.list) >= maxProblems }

func (p *problems) add(x Problem) {
	if p.full() {
		p.more = true
		return
	}
	p.list = append(p.list, x)
}

// sorted returns the problems in the order of their places, with a note at the end if there may be more.
func (p *problems) sorted() []Problem {
	slices.SortStableFunc(p.list, func(a, b Problem) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	if p.more {
		last := p.list[len(p.list)-1].Span
		p.list = append(p.list, Problem{
			Rule:    ruleSyntax,
			Span:    Span{last.End, last.End},
			Message: fmt.Sprintf("too many problems; only the first %d are reported", maxProblems),
		})
	}
	return p.list
}
