package expr

import (
	"math/rand"
	"testing"

	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// filterTexts are conditions as the guards of flows have them, each of which can be said as tests.
var filterTexts = []string{
	"@.a", "@.a.b", "@.a[0]", "@['a'] == 'x'", "@.a = 'x'", "'x' == @.a", "@.a != 'x'", "@.a.b == 3", "@.a > 2", "2 >= @.a", "@.a < 'w'",
	"@.b == null", "@.b != null", "@.a == true", "@.a == ['x']", "@.a in ['x', 3, null]", "@.a in []", "@.a nin ['x', true]",
	"@.a =~ /(?s).*x.*/", "@.a =~ /(?s)x.*/", "@.a =~ /.*x/s", "@.a =~ /x/", "@.a =~ /(?s).*/", "@.a =~ /x\\.y/", "@.a =~ //", "true", "false",
}

// randomFilter connects some of the conditions, spelled in the ways there are.
func randomFilter(r *rand.Rand, depth int) string {
	if depth == 0 || r.Intn(3) == 0 {
		return filterTexts[r.Intn(len(filterTexts))]
	}
	if r.Intn(3) == 0 {
		return []string{"!", "not "}[r.Intn(2)] + "(" + randomFilter(r, depth-1) + ")"
	}
	return "(" + randomFilter(r, depth-1) + ")" + []string{" && ", " and ", "||", " or "}[r.Intn(4)] + "(" + randomFilter(r, depth-1) + ")"
}

// TestPortableFilters compares random guards with what they are in terms of tests, on documents that are objects.
func TestPortableFilters(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(5))
	documents := append(portableDocuments(), valuetest.Object("a", "x.y"), valuetest.Object("a", "y\nx"), valuetest.Object("a", "xxy"))
	for i := range 3000 {
		text := "$[?(" + randomFilter(r, 3) + ")]"
		if i < len(filterTexts) {
			text = "$[?(" + filterTexts[i] + ")]"
		}
		x := parsedFilter(t, text)
		p := Portable(x, true)
		if p == Expr(x) {
			t.Fatalf("%s stays as it is", text)
		}
		for _, doc := range documents {
			want, fault := Holds(x, &Env{Input: doc})
			got, err := Holds(p, &Env{Input: doc})
			if got != want || fault != nil || err != nil {
				t.Fatalf("%s of %v is %t, %v, and as tests %t, %v", text, doc, want, fault, got, err)
			}
		}
	}
}

// TestPatternsThatStay are no texts with anything around them.
func TestPatternsThatStay(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{".*x", "x.*", "(?i)x", "x+", "x|y", "(?s)x.y", "(?s).+x", "^x", "(?s).*x.*y.*"} {
		x := parsedFilter(t, "$[?(@.a =~ /"+pattern+"/)]")
		if Portable(x, true) != Expr(x) {
			t.Errorf("%s became %s", pattern, Readable(Portable(x, true)))
		}
	}
}
