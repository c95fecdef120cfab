package convert

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// Explain returns what the cause of a loss means, for a terminal: at which level it is reported, and what may differ between the
// runs of both definitions.
func Explain(l *dialects.LossRule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (loss, %s)\n\n%s\n\n", l.ID, l.Level, l.What)
	if names := l.Affects.Names(); len(names) > 0 {
		fmt.Fprintf(&b, "May differ: %s\n", strings.Join(names, ", "))
	}
	if l.Data != dialects.Same {
		fmt.Fprintf(&b, "Data: %s\n", dataWords(l.Data))
	}
	b.WriteString("\nA loss is a warning, and an error with --strict. 'flowglot convert --verify' runs both definitions and compares them.\n")
	return b.String()
}

// dataWords explains how the data of both sides compare.
func dataWords(d dialects.Change) string {
	switch d {
	case dialects.Includes:
		return "the converted definition has all that the source has, and more"
	case dialects.Part:
		return "the converted definition has a part of what the source has"
	}
	return "the data may differ in any way"
}
