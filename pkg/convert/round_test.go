package convert_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/hints"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// roundTrips has, for each definition and each other dialect, what differs after the way there and back, and why.
const roundTrips = "testdata/roundtrips.txt"

// TestRoundTrips converts each definition to each other dialect and back. What comes back is the canonical definition, or differs
// because of what got lost on the way; and it does what was written on the way.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	var got bytes.Buffer
	for _, x := range definitions(t) {
		from := dialects.ByName(all.Dialects(), x.name)
		p := today(t, x)
		for _, to := range all.Dialects() {
			if to.Name() != from.Name() {
				fmt.Fprintf(&got, "%s -> %s: %s\n", x.path, to.Name(), roundTrip(t, p, from, to))
			}
		}
	}
	if *update {
		if err := os.WriteFile(roundTrips, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(roundTrips)
	if err != nil || string(want) != got.String() {
		t.Errorf("round trips come to something else (-update writes it)\n%s", changed(string(want), got.String()))
	}
}

// An authored definition is one that somebody wrote.
type authored struct{ path, name, text string }

// today is the program of a definition as it is read without options, or, where that has errors, as that of an older level.
func today(t *testing.T, x authored) *workflow.Program {
	if r := checked(x.name, []byte(x.text), dialects.Options{}); r.Program != nil && r.Errors() == 0 {
		return r.Program
	}
	return program(t, x.name, x.text)
}

// definitions are those of the models and of the examples.
func definitions(t *testing.T) []authored {
	var out []authored
	for _, m := range models(t) {
		for _, f := range m.archive.Files {
			if f.Name != outcomes {
				out = append(out, authored{strings.TrimSuffix(filepath.Base(m.path), ".txtar") + "/" + f.Name, "x." + f.Name, string(f.Data)})
			}
		}
	}
	for _, d := range all.Dialects() {
		paths, err := filepath.Glob("../../testdata/" + d.Name() + "/*")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if dialects.ByName(all.Dialects(), path) == nil {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, authored{d.Name() + "/" + filepath.Base(path), filepath.Base(path), string(text)})
		}
	}
	return out
}

// roundTrip tells in a line, and further ones that are indented, what differs after the way there and back. An exact conversion behaves as
// its source does, and may be written otherwise.
func roundTrip(t *testing.T, p *workflow.Program, from, to dialects.Dialect) string {
	o := dialects.Raising{Format: source.JSON, Settings: p.Start().Settings, CarryHints: true}
	what := p.Start().File.Name + " by " + to.Name()
	own := from.Raise(p, o).Definitions
	there := convert.Raise(all.Dialects(), to, p, inDomain(to, o))
	if there.Reason != "" {
		return "refused"
	}
	middle, err := convert.Read(to, there.Definitions, o.Format, dialects.Options{})
	if err != nil {
		t.Errorf("%s: %v\n%s", what, err, there.Definitions[0].Text)
		return "broken"
	}
	back := convert.Raise(all.Dialects(), from, middle, inDomain(from, o))
	if back.Reason != "" {
		return "refused on the way back" + lostRules(there, back)
	}
	again, err := convert.Read(from, back.Definitions, o.Format, dialects.Options{Settings: o.Settings})
	if err != nil {
		t.Errorf("%s and back: %v\n%s", what, err, back.Definitions[0].Text)
		return "broken"
	}
	pair := &verify.Pair{Source: middle, Target: again, Raised: back, Domain: written(from).Domain}
	if v, err := pair.Verify(context.Background(), verify.InventWithin(written(from).Domain, middle, options(), 5, chance(3))); err != nil {
		t.Errorf("%s and back: %v", what, err)
	} else if v.Failed() { // a fault of the way back that is known
		first, _, _ := strings.Cut(*v.Difference, "\n")
		return "differs without an excuse on the way back: " + first
	}
	for _, all := range [][]dialects.Printed{own, back.Definitions} {
		for i := range all {
			all[i].Text = dialecttest.Spread(all[i].Text)
		}
	}
	if same(own, back.Definitions) {
		return "same"
	}
	lost := lostRules(there, back)
	return "differs" + lost + "\n" + firsts(differing(own, back.Definitions))
}

func same(a, b []dialects.Printed) bool {
	return slices.EqualFunc(a, b, func(x, y dialects.Printed) bool { return bytes.Equal(x.Text, y.Text) })
}

// lostRules are the rules of what got lost there and back.
func lostRules(all ...*dialects.Raised) string {
	var rules []string
	for _, r := range all {
		for _, l := range r.Losses {
			rules = append(rules, strings.TrimPrefix(l.Rule.ID, "convert/"))
		}
	}
	slices.Sort(rules)
	if len(rules) == 0 {
		return ""
	}
	return " (" + strings.Join(slices.Compact(rules), ", ") + ")"
}

func differing(a, b []dialects.Printed) string {
	join := func(all []dialects.Printed) string {
		var s strings.Builder
		for _, d := range all {
			s.Write(d.Text)
		}
		return s.String()
	}
	return changed(join(a), join(b))
}

// firsts are the first lines of a difference, and how many more there are. One that is that long has as many causes.
func firsts(lines string) string {
	const most = 10
	all := strings.Split(lines, "\n")
	if len(all) <= most {
		return lines
	}
	return fmt.Sprintf("%s\n\tand %d more lines", strings.Join(all[:most], "\n"), len(all)-most)
}

// changed are the lines that are in one text and not in the other, by what they say and how often.
func changed(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	length := make([][]int, len(x)+1)
	for i := range length {
		length[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if length[i][j] = max(length[i+1][j], length[i][j+1]); x[i] == y[j] {
				length[i][j] = length[i+1][j+1] + 1
			}
		}
	}
	var out strings.Builder
	for i, j := 0, 0; i < len(x) || j < len(y); {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			i, j = i+1, j+1
		case j == len(y) || i < len(x) && length[i+1][j] >= length[i][j+1]:
			fmt.Fprintf(&out, "\t- %s\n", x[i])
			i++
		default:
			fmt.Fprintf(&out, "\t+ %s\n", y[j])
			j++
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// spreadBack converts what was written back. Hints have no effect: where what the dialect itself makes of it does the same, so does
// what is made with hints; and where nothing gets lost it is the canonical definition again.
func spreadBack(t *testing.T, what string, p, middle *workflow.Program, there *dialects.Raised) string {
	from := dialects.Named(all.Dialects(), p.Start().Dialect)
	o := dialects.Raising{Format: source.JSON, Settings: p.Start().Settings, CarryHints: true}
	_, bare := hints.Take(middle)
	unhinted := inDomain(from, o)
	unhinted.CarryHints = false
	plain, hinted := convert.Raise(all.Dialects(), from, bare, unhinted), convert.Raise(all.Dialects(), from, middle, inDomain(from, o))
	if len(hinted.Definitions) == 0 {
		return ""
	}
	bounds := options()
	bounds.MaxSteps = 300
	plays := verify.InventWithin(written(from).Domain, middle, bounds, 4, chance(1))
	difference := func(r *dialects.Raised) string {
		again, err := convert.Read(from, r.Definitions, o.Format, dialects.Options{Settings: o.Settings})
		if err != nil {
			return err.Error()
		}
		v, err := (&verify.Pair{Source: middle, Target: again, Raised: r, Domain: written(from).Domain}).Verify(context.Background(), plays)
		switch {
		case err != nil:
			return err.Error()
		case v.Failed():
			return *v.Difference
		}
		return ""
	}
	own := from.Raise(p, o).Definitions
	if len(own) == len(hinted.Definitions) && bytes.Equal(own[0].Text, hinted.Definitions[0].Text) { // the source: it differs outside of its domain
		return ""
	}
	if d := difference(hinted); d != "" && difference(plain) == "" {
		return fmt.Sprintf("%s: %s\n%s\n%s", what, d, there.Definitions[0].Text, hinted.Definitions[0].Text)
	}
	return ""
}
