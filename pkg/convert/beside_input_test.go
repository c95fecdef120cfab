package convert_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// TestStepsBesideTheirInputComeBack merges what came to some steps with what they give. From sw, which has a branch with a step for the former,
// the steps come back without a step that they did not have.
func TestStepsBesideTheirInputComeBack(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ name, text, want string }{
		{"steps in a row, and branches", "order :order → pick → weigh → :parcel ;\n:order → :parcel > { label invoice → file } → > hand\n",
			"@task pick-in-parallel {\n  {\n    :start → :end\n  }\n  pick → weigh\n}\n@task label-and-invoice {\n  label\n  invoice → file\n}\n\norder → pick-in-parallel → > label-and-invoice → > hand\n"},
		{"an iteration", "order :order → list → * { price → ?`$[?(@.net > 5)]` tax } → add-up → :sums ;\n:order → :sums > store → mail\n",
			"  {\n    :start → :end\n  }\n  list → * {\n    price → Net\n  } → add-up\n}\n\norder → list-in-parallel → > store → mail\n"},
		{"branches within branches", "order :order → { ?`$[?(@.sum > 1)]` review  check } → > charge → { pack → ship  bill } ;\n:order → audit\n",
			"  review-and-check → > charge → pack-and-bill → > {\n    :start → :end\n  }\n  audit\n}\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			there, text := convertedTo(t, today(t, authored{name: "x.flow", text: x.text}), "sw")
			to := dialects.Named(all.Dialects(), "arrow")
			back := convert.Raise(all.Dialects(), to, there, inDomain(to, dialects.Raising{}))
			if len(back.Definitions) == 0 {
				t.Fatal(back.Reason)
			}
			if got := string(back.Definitions[0].Text); !strings.Contains(got, x.want) || len(back.StandIns) > 0 {
				t.Errorf("%s\nbecame\n%s", text, got)
			}
		})
	}
}
