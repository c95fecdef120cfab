package rewrite

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestAddedAnswers has steps merge their answers where a flow merges them with what came to the steps, also if they are conditional or run
// in parallel.
func TestAddedAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text, want string
		merges           bool // the net is another one
	}{
		{"a step", "weigh :weighed → quote → :weighed > post", "weigh task, next quote\nquote task, next post\npost task, end .\n. end\n", true},
		{"the first step", "quote → :quoted\n:quoted > post", "quote task, next post\npost task, end .\n. end\n", true},
		{"a conditional step", "weigh :weighed → ?`$[?(@.kg > 5)]` quote → :weighed > post",
			"weigh task, next Kg?\nKg? choice, choice quote, default post\nquote task, next post\npost task, end .\n. end\n", true},
		{"a choice", "weigh :weighed → { ?`$[?(@.kg > 5)]` quote ?`$[?(!(@.kg > 5))]` stamp } → :weighed > post",
			"weigh task, next Kg?\nKg? choice, choice quote, default stamp\nquote task, next post\nstamp task, next post\npost task, end .\n. end\n", true},
		{"steps in parallel", "@task Prepare { quote stamp }\nweigh :weighed → Prepare → :weighed > post", `weigh task, next Prepare
Prepare scope, next post
  quote task, end .
  . end
  --
  stamp task, end .
  . end
  --
post task, end .
. end
`, true},
		{"steps in parallel in a choice", "@task Prepare { quote stamp }\nweigh :weighed → { ?`$[?(@.kg > 5)]` Prepare ?`$[?(!(@.kg > 5))]` refuse } → :weighed > post", `weigh task, next Kg?
Kg? choice, choice Prepare, default refuse
Prepare scope, next post
  quote task, end .
  . end
  --
  stamp task, end .
  . end
  --
refuse task, next post
post task, end .
. end
`, true},
		{"steps one after the other", "weigh :weighed → quote → stamp → :weighed > post", `weigh task, next quote in parallel
quote in parallel scope, next post
  . end
  --
  quote task, next stamp
  stamp task, end .
  . end
  --
post task, end .
. end
`, false},
		{"a step that gets a list", "weigh :weighed → quote → :weighed post", `weigh task, next quote in parallel
quote in parallel scope, next post
  . end
  --
  quote task, end .
  . end
  --
post task, end .
. end
`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "x.flow", c.text)
			r := rewritten(t, p, dialects.Abilities{}, append(slices.Clone(edges), addedAnswers)...)
			if got := drawn(r.Program.Start()); got != c.want {
				t.Errorf("the net is\n%s\nwant\n%s", got, c.want)
			}
			for _, n := range r.Program.Start().Nodes {
				if n.Call != nil && merging(n.Data.Combine) != (c.merges && n.Name() != "weigh" && n.Name() != "post") {
					t.Errorf("%q merges its answer: %v", n.Name(), merging(n.Data.Combine))
				}
			}
			for _, kg := range []string{`1 {"kg": 3}`, `1 {"kg": 9}`, `1 {"kg": 9, "price": 1}`} {
				alike(t, p, r, play{input: `{"n": 1}`, answers: map[string][]string{"weigh": {kg}, "quote": {`2 {"price": 5}`}, "stamp": {`3 {"stamp": "A"}`}}})
			}
		})
	}
}

// TestAnswersThatMayBeLists leaves the merging of what may be a list to the step that merges.
func TestAnswersThatMayBeLists(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.flow", "weigh :weighed → quote → :weighed > post")
	c := &Conversion{apart: true}
	if w := p.Start(); addedAnswers.Apply(c, w) {
		t.Errorf("the net is\n%s", drawn(w))
	}
}
