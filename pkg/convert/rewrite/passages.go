package rewrite

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// Arrives notes that an occurrence of the net arrives as another one. The element that awaits it is the first one's At. What the
// occurrence replaced itself arrives as the new one then. It returns the occurrence of the source.
func (c *Conversion) Arrives(from, to dialects.Occurrence) dialects.Occurrence {
	source, found := from, false
	for i := range c.Raised.Occurrences {
		p := &c.Raised.Occurrences[i]
		if p.To.Kind == from.Kind && p.To.Name == from.Name && (p.To.Source == from.Source || from.Source == "") && (p.From.At == from.At || from.At == "") {
			answer := to
			if answer.Member == "" {
				answer.Member = p.To.Member
			}
			p.To, source, found = answer, p.From, true
		}
	}
	if p := (dialects.Passage{From: from, To: to}); !found && !slices.Contains(c.Raised.Occurrences, p) {
		c.Raised.Occurrences = append(c.Raised.Occurrences, p)
	}
	return source
}

// noteOnce notes a difference that no run shows, however many places show it.
func (c *Conversion) noteOnce(format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	if !slices.Contains(c.Raised.Notes, note) {
		c.Note(note)
	}
}
