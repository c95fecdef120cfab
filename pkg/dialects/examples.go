package dialects

import (
	"embed"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
)

// WithExamples returns a rule with its examples from a folder called examples: NAME is flagged by the rule and NAME.fixed
// is the same without the mistake, where NAME is what follows the slash in the id of the rule. Both are read with the
// level of the rule's example. A test makes sure that all of them are there.
func WithExamples(r diag.Rule, folder embed.FS, suffix string) diag.Rule {
	_, name, _ := strings.Cut(r.ID, "/")
	read := func(name string) diag.Example {
		text, _ := folder.ReadFile("examples/" + name)
		return diag.Example{Name: name, Text: string(text), Level: r.Example.Level}
	}
	r.Example, r.Fixed = read(name+suffix), read(name+".fixed"+suffix)
	return r
}
