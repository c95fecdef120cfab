package convert_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// TestABranchThatEndsWithAConditionComesBack has a branch whose last step is conditional give its result without a step of its own again.
func TestABranchThatEndsWithAConditionComesBack(t *testing.T) {
	t.Parallel()
	flow := "open :crate → count → ? `$[?(@.torn == true)]` wrap → :counted ;\n:crate → :counted > label"
	there, text := convertedTo(t, today(t, authored{name: "x.flow", text: flow}), "sw")
	to := dialects.Named(all.Dialects(), "arrow")
	back := convert.Raise(all.Dialects(), to, there, inDomain(to, dialects.Raising{}))
	if len(back.Definitions) == 0 {
		t.Fatal(back.Reason)
	}
	got := string(back.Definitions[0].Text)
	if strings.Contains(got, "result-of") || !strings.Contains(got, "  ? `$[?(@.torn == true)]` wrap\n}\n") || !strings.Contains(got, "  count → Torn\n") {
		t.Errorf("%s\nbecame\n%s\nthrough\n%s", flow, got, text)
	}
}
