package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

func TestFilesBecomeTasks(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.flow", "<data/orders.json> → score → <scores.yaml>")
	c := rewritten(t, p, dialects.Abilities{Joins: dialects.JoinScopes}, edges...)
	want := `load-orders task, next score
score task, next store-scores
store-scores task, end .
. end
`
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("it became\n%s", got)
	}
	for i, want := range []dialects.StandIn{
		{Element: "data/orders.json", Task: "load-orders", What: "answers the content of data/orders.json"},
		{Element: "scores.yaml", Task: "store-scores", What: "writes its input to scores.yaml and answers the input"},
	} {
		if got := c.Raised.StandIns[i]; got != want {
			t.Errorf("stand-in %d is %+v", i, got)
		}
	}
}
