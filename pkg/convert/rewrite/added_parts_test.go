package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// addedEdges are the rewrites that bring a flow to its plain form, with the one that is tested at its place.
var addedEdges = []Rewrite{addedParts, edgeJoins, subflows, exclusiveGuards, conditionalSteps, subflows, addedAnswers}

// TestAddedParts has the steps in brackets merge their answers one by one, where a flow merges what the brackets give with what came to them,
// and leaves those whose answers take the place of others.
func TestAddedParts(t *testing.T) {
	t.Parallel()
	const row = "weigh → { ?`$[?(@.kg > 5)]` { quote :quoted ;\n :quoted > stamp } ?`$[?(@.kg <= 5)]` label } → :sent\n:sent > post"
	for _, c := range []struct {
		name, text, want string
	}{
		{"a row in a choice", "@task Heavy { ?`$[?(@.kg > 5)]` { quote :quoted ;\n :quoted > stamp } ?`$[?(@.kg <= 5)]` label }\nweigh :weighed → Heavy → :weighed > post",
			`weigh task, next Heavy
Heavy choice, choice quote, default label
quote task, next stamp
stamp task, next post
label task, next post
post task, end .
. end
`},
		{"a row of three", "@task Prepare { quote :quoted ;\n :quoted > { stamp :stamped ;\n :stamped > label } }\nweigh :weighed → Prepare → :weighed > post",
			"weigh task, next quote\nquote task, next stamp\nstamp task, next label\nlabel task, next post\npost task, end .\n. end\n"},
		{"a conditional row", "weigh :weighed → ?`$[?(@.kg > 5)]` { quote :quoted ;\n :quoted > stamp } → :weighed > post",
			"weigh task, next Kg?\nKg? choice, choice quote, default post\nquote task, next stamp\nstamp task, next post\npost task, end .\n. end\n"},
		{"one that gives what it gets", "@task Stamped { :start → :end }\nweigh :weighed → { quote :quoted ;\n :quoted > Stamped } → :weighed > post",
			"weigh task, next quote\nquote task, next Stamped\nStamped pass, next post\npost task, end .\n. end\n"},
		{"conditions that hold together", "weigh :weighed → { ?`$[?(@.kg > 5)]` { quote :quoted ;\n :quoted > stamp } ?`$[?(@.kg > 1)]` label } → :weighed > post", ""},
		{"a step whose answer is replaced", "weigh :weighed → { quote → stamp } → :weighed > post", ""},
		{"what is merged with something else", row, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "x.flow", c.text)
			r := rewritten(t, p, dialects.Abilities{}, addedEdges...)
			if got := drawn(r.Program.Start()); c.want != "" && got != c.want {
				t.Errorf("the net is\n%s\nwant\n%s", got, c.want)
			}
			if other := drawn(rewritten(t, p, dialects.Abilities{}, addedEdges[1:]...).Program.Start()); c.want == "" && drawn(r.Program.Start()) != other {
				t.Errorf("the net is\n%s\nand without the rewrite\n%s", drawn(r.Program.Start()), other)
			}
			for _, kg := range []string{`1 {"kg": 3}`, `1 {"kg": 9}`, `1 {"kg": 9, "price": 1}`, `1 {"kg": 1}`} {
				alike(t, p, r, play{input: `{"n": 1}`, answers: map[string][]string{"weigh": {kg}, "quote": {`2 {"price": 5}`}, "stamp": {`3 {"stamp": "A"}`}, "label": {`4 {"label": 7}`}}})
			}
		})
	}
}
