package all_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/dialects/asl"
)

// TestRaiseASLNames makes names and resources that asl takes.
func TestRaiseASLNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 90)
	p := mustRead(t, txtar.File{Name: "x.step.json", Data: []byte(`{"id": "x", "name": "x", "steps": [
  {"id": "` + long + `b", "name": "b", "type": "SERVICE_TASK", "jobType": "two words", "nextStep": "` + long + `c"},
  {"id": "` + long + `c", "name": "c", "type": "SERVICE_TASK", "jobType": "arn:aws:lambda:eu-west-1:1:function:f", "nextStep": "end"},
  {"id": "end", "name": "end", "type": "END"}]}`)})
	r := convert.Raise(all.Dialects(), asl.Dialect{}, p, dialects.Raising{Domain: dialects.Domain{Objects: true, Typed: true, Disjoint: true}, Resource: "https://tasks.example/{task}/run"})
	if len(r.Names) != 2 || r.Names[0].To != long[:80] || r.Names[1].To != long[:78]+" 2" {
		t.Errorf("names %v", r.Names)
	}
	if len(r.Tasks) != 1 || r.Tasks[0] != (dialects.Renaming{From: "two words", To: "https://tasks.example/two%20words/run"}) {
		t.Errorf("tasks %v", r.Tasks)
	}
	if !bytes.Contains(r.Definitions[0].Text, []byte(`"arn:aws:lambda:eu-west-1:1:function:f"`)) {
		t.Errorf("%s", r.Definitions[0].Text)
	}
}
