package convert_test

import (
	"context"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// readBack converts a definition to another dialect and back, without hints, and returns the text. On both ways no made-up run may differ.
func readBack(t *testing.T, file, text, through string) string {
	t.Helper()
	p := program(t, file, text)
	home := p.Start().Dialect
	for _, name := range []string{through, home} {
		p, text = convertedTo(t, p, name)
	}
	return text
}

// convertedTo converts a program, compares made-up runs of it with those of what it becomes, and returns that with its text.
func convertedTo(t *testing.T, p *workflow.Program, name string) (*workflow.Program, string) {
	t.Helper()
	to := dialects.Named(all.Dialects(), name)
	o := inDomain(to, dialects.Raising{Format: source.JSON})
	raised := convert.Raise(all.Dialects(), to, p, o)
	if len(raised.Definitions) == 0 {
		t.Fatal(raised.Reason)
	}
	text := string(raised.Definitions[0].Text)
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	pair := &verify.Pair{Source: p, Target: target, Raised: raised, Domain: o.Domain}
	v, err := pair.Verify(context.Background(), verify.Invent(p, options(), 12, rand.New(rand.NewSource(1))))
	if err != nil {
		t.Fatal(err)
	}
	if v.Failed() || v.Equal == 0 {
		t.Errorf("to %s, %d runs are equal, and one differs: %v\n%s", name, v.Equal, v.Difference, text)
	}
	return target, text
}

// TestFlowsAreReadBack has flows come back from other dialects as their authors wrote them: parameters that only a worker can add are
// those of the task again, data that a flow begins with is data, and the items of a list need no list.
func TestFlowsAreReadBack(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, through, want string }{
		{"parameters", "fetch({\"limit\": 5}) → store\n", "asl", "fetch → store\n"},
		{"data that begins a flow", "<{\"source\": \"sales\"}> → list → load\n", "asl", "<{\"source\": \"sales\"}> → list → load\n"},
		{"items", "list → * load → sum\n", "asl", "list → * load → sum\n"},
		{"a choice for each item", "list → * { check → { ?`$[?(@.sound == true)]` load ?`$[?(@.sound == false)]` drop } } → sum\n", "asl",
			"@task Sound {\n  ? `$[?(@.sound == true)]` load\n  ? `$[?(@.sound == false)]` drop\n}\n\nlist → * {\n  check → Sound\n} → sum\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := readBack(t, "load.flow", test.text, test.through); got != test.want {
				t.Errorf("it comes back as\n%s\nand not\n%s", got, test.want)
			}
		})
	}
}

// TestGivenNames has the names that a flow gives to invocations of a task be those of the steps of the target, and brackets with a name that
// of the choice in them.
func TestGivenNames(t *testing.T) {
	t.Parallel()
	p := program(t, "order.flow", "@task Validate = check-order ;\n@task Valid {\n  ? `$[?(@.valid == true)]` { Validate → book }\n} ;\nValidate → Valid\n")
	to := dialects.Named(all.Dialects(), "asl")
	raised := convert.Raise(all.Dialects(), to, p, inDomain(to, dialects.Raising{Format: source.JSON}))
	if len(raised.Definitions) == 0 {
		t.Fatal(raised.Reason)
	}
	text := string(raised.Definitions[0].Text)
	for _, part := range []string{`"Validate": {`, `"Valid": {`, `"Type": "Choice"`, `"Validate 2": {`} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is not in\n%s", part, text)
		}
	}
	want := []dialects.Renaming{{From: "check-order", To: "Validate 2"}, {From: "check-order", To: "Validate"}}
	if !slices.Equal(raised.Names, want) {
		t.Errorf("the names are %v", raised.Names)
	}
}
