package verify

import (
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestTimeLimitOfATask has an element with several tasks limit each task by its own limit, and by those around all of them.
func TestTimeLimitOfATask(t *testing.T) {
	t.Parallel()
	limited := func(task, length string) *workflow.Node {
		n := &workflow.Node{Kind: workflow.Task, Call: &workflow.Call{Task: task}}
		if length != "" {
			n.Timers = []workflow.Timer{{Length: workflow.Length{Expr: &expr.Literal{Value: length}, Unit: workflow.Duration}}}
		}
		return n
	}
	whole := limited("", "PT1M")
	whole.Kind, whole.Call = workflow.Scope, nil
	tasks := []*workflow.Node{limited("short", "PT20S"), limited("free", ""), limited("twice", "PT10S"), limited("twice", "PT30S"), limited("once", "PT10S"), limited("once", "")}
	for _, test := range []struct {
		nodes []*workflow.Node
		want  map[string]time.Duration // 0 is no limit
	}{
		{tasks, map[string]time.Duration{"short": 20 * time.Second, "free": 0, "twice": 30 * time.Second, "once": 0}},
		{append([]*workflow.Node{whole}, tasks...), map[string]time.Duration{"short": 20 * time.Second, "free": time.Minute, "twice": 30 * time.Second, "once": time.Minute}},
	} {
		x := &excuses{pair: &Pair{Raised: &dialects.Raised{}}, net: &net{byName: map[string][]*workflow.Node{"Work": test.nodes}}}
		for task, want := range test.want {
			if got, known := x.timeLimit("Work", task); got != want || known != (want > 0) {
				t.Errorf("%s of %d nodes: %v %v, want %v", task, len(test.nodes), got, known, want)
			}
		}
	}
}
