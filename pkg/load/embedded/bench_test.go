package embedded

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// BenchmarkFind reads a definition of so many states inside each kind of outer file.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		var states strings.Builder
		for i := range n {
			fmt.Fprintf(&states, "        \"S%d\": {\"Type\": \"Task\", \"Resource\": \"${Function.Arn}\", \"Next\": \"S%d\"},\n", i, i+1)
		}
		text := "{\"StartAt\": \"S0\", \"States\": {\n" + states.String() + "        \"Last\": {\"Type\": \"Pass\", \"End\": true}}}\n"
		escaped, _ := inQuotes(text)
		for name, file := range map[string]string{
			"block.yaml":  resource("      DefinitionString: !Sub |\n        " + text),
			"string.json": `{"Resources": {"M": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"DefinitionString": "` + escaped + `"}}}}`,
			"tree.yaml":   resource("      Definition:\n        " + text),
			"heredoc.tf":  machine("<<-EOF\n        " + text + "        EOF"),
		} {
			if IsTerraform(name) && n > 1_000 {
				continue // beyond the bound
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f := source.NewFile(name, []byte(file))
					if IsTerraform(name) {
						f.Format = source.PlainText
					} else if problems := source.Parse(f); len(problems) > 0 {
						b.Fatal(problems[0].Message)
					}
					if parts := (Finder{}).Find(f); len(parts) != 1 || parts[0].File == nil {
						b.Fatal("no definition")
					}
				}
			})
		}
	}
}
