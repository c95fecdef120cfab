package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestNestedChoices makes one choice of conditional steps in brackets under the opposite of another condition, and leaves others as they are.
func TestNestedChoices(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, text string
		choices    int
		says       string // part of the net
	}{
		{"steps that exclude one another", "look → { ?`$[?(@.a == 1)]` one  ?`$[?(@.a != 1)]` { ?`$[?(@.b == 1)]` two  ?`$[?(@.b != 1)]` three } } → end", 1,
			"choice one, choice two, default three"},
		{"a step that may be skipped", "look → { ?`$[?(@.a == 1)]` one  ?`$[?(!(@.a == 1))]` { ?`$[?(@.b == 1)]` two } } → end", 1, "choice one, choice two, default end"},
		{"nothing is done where the first holds", "look → ?`$[?(!(@.a == 1))]` { ?`$[?(@.b == 1)]` two  ?`$[?(@.b != 1)]` three } → end", 1,
			"choice end, choice two, default three"},
		{"three deep", "look → ?`$[?(!(@.a == 1))]` { ?`$[?(!(@.b == 1))]` { ?`$[?(@.c == 1)]` two } } → end", 1, "choice end, choice end, choice two, default end"},
		{"a group around another branch", "look → { ?`$[?(@.a == 1 || @.b == 1)]` { ?`$[?(@.a != 1)]` one → two }  ?`$[?(@.a != 1 && @.b != 1)]` three } → end", 1,
			"choice one, choice two, default three"},
		{"a group that no condition looks at", "look → { ?`$[?(@.a == 1 || @.b == 1)]` { ?`$[?(@.c != 1)]` one → two }  ?`$[?(@.a != 1 && @.b != 1)]` three } → end", 2, "C?"},
		{"no negation", "look → ?`$[?(@.a == 1)]` { ?`$[?(@.b == 1)]` two  ?`$[?(@.b != 1)]` three } → end", 2, "B?"},
		{"a step before it", "look → { ?`$[?(@.a == 1)]` one  ?`$[?(@.a != 1)]` { four → { ?`$[?(@.b == 1)]` two  ?`$[?(@.b != 1)]` three } } } → end", 2, "B?"},
		{"a name", "@task Rate { ?`$[?(@.b == 1)]` two  ?`$[?(@.b != 1)]` three }\nlook → { ?`$[?(@.a == 1)]` one  ?`$[?(@.a != 1)]` Rate } → end", 2, "Rate choice"},
		{"two that lead there", "look → ?`$[?(@.a == 1)]` one → ?`$[?(@.b == 1)]` two → end", 2, "B?"},
	} {
		p := lowered(t, "x.flow", x.text)
		able := dialects.Abilities{Documents: workflow.StructuredDocument, Answers: dialects.AnswerReplaces, Kinds: dialects.Kinds(workflow.Task, workflow.Choice, workflow.End)}
		c := rewritten(t, p, able, constantGuards, edgeJoins, subflows, exclusiveGuards, conditionalSteps, subflows, nestedChoices)
		net := drawn(c.Program.Start())
		if got := strings.Count(net, " choice, "); got != x.choices || !strings.Contains(net, x.says) {
			t.Errorf("%s: %d choices in\n%s", x.name, got, net)
		}
		for i := range 8 {
			input := fmt.Sprintf(`{"a": %d, "b": %d, "c": %d}`, i&1, i>>1&1, i>>2&1)
			answers := map[string][]string{"look": {input}, "four": {input}}
			for _, task := range []string{"one", "two", "three", "end"} {
				answers[task] = []string{`{"by": "` + task + `", "b": 1}`}
			}
			a := play{input: input, answers: answers}
			if was, is := observed(t, p, a), observed(t, c.Program, a); was != is {
				t.Errorf("%s: with %s it did\n%s\nand does\n%s", x.name, input, was, is)
			}
		}
	}
}
