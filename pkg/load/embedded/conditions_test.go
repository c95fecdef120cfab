package embedded

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// TestVariants reads definitions with Fn::If: each branch is in one of the variants.
func TestVariants(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ properties, want string }{
		{"      Definition: {x: 1}\n", "M=1"},
		{"      Definition: {x: !If [IsProd, a, b]}\n", "M=b M-otherwise=a"},
		{"      Definition: {x: !If [Asks, a, !If [IsProd, b, c]]}\n", "M=a M-otherwise=b M-otherwise-2=c"},
		// A condition has the same answer everywhere.
		{"      Definition: {x: !If [IsProd, !If [IsProd, a, b], c]}\n", "M=c M-otherwise=a"},
		{"      Definition: !If [IsProd, {x: a}, {Fn::If: [IsSmall, {x: b}, !If [Asks, {x: c}, {x: d}]]}]\n", "M=b M-otherwise=a M-otherwise-2=c M-otherwise-3=d"},
		{"      DefinitionString: !Sub ['{\"x\": \"${A}\"}', {A: !If [Asks, a, !If [IsSmall, b, c]]}]\n", "M=a M-otherwise=c M-otherwise-2=b"},
		{"      Definition: {x: '${A}'}\n      DefinitionSubstitutions: {A: !If [IsProd, a, b]}\n", "M=b M-otherwise=a"},
	} {
		f := source.NewFile("t.yaml", []byte(head+test.properties))
		if problems := source.Parse(f); len(problems) > 0 {
			t.Fatal(problems[0].Message)
		}
		var got []string
		for _, p := range (Finder{}).Find(f) {
			got = append(got, fmt.Sprintf("%s=%s", p.Name, p.File.Root.Get("x").Text))
			if want := "t.yaml#" + p.Name; p.File.Name != want {
				t.Errorf("%s is in the file %s", p.Name, p.File.Name)
			}
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%sgot %s, want %s", test.properties, got, test.want)
		}
	}
}

// TestManyVariants has more nested conditions than are read: that is said.
func TestManyVariants(t *testing.T) {
	t.Parallel()
	value := "a"
	for i := range 2 * mostVariants {
		value = fmt.Sprintf("!If [C%d, a%d, %s]", i, i, value)
	}
	f := source.NewFile("t.yaml", []byte(head+"      Definition: {x: "+value+"}\n"))
	if problems := source.Parse(f); len(problems) > 0 {
		t.Fatal(problems[0].Message)
	}
	parts := Finder{}.Find(f)
	if len(parts) != mostVariants || len(parts[0].Findings) != 1 || parts[0].Findings[0].Rule != unreadableRule.ID {
		t.Errorf("%d parts, %v", len(parts), parts[0].Findings)
	}
}
