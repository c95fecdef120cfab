package lint

import (
	"path/filepath"
	"slices"
	"testing"
)

// reported are typing mistakes that users of the first release made, or stand for them; twelve of the rows cover those that were not found.
// Each is a row of a list.
var reported = map[string][]string{
	"order.asl.json": {
		"the target of a transition is misspelt", "the start state is misspelt", "the target of a choice is misspelt", "a field of a state is misspelt",
		"StartAt in lower case", "States in lower case", "the kind of a state is misspelt", "a closing brace is missing", "a comma too many", "a colon is missing",
		"a string is not closed", "a string in single quotes", "a field twice", "a state twice", "two ways to say how long", "a value of a list in the wrong case",
		"the name of an error in the wrong case", "a catch-all before another catcher", "QueryLanguage inside of States",
		// Those that were not found.
		"a path as the value of a parameter without .$", "a text as the value of a parameter with .$", "a function in the wrong case",
		"a function of numbers with one argument", "a function with too few arguments", "the longest delay is shorter than the first",
		"a suffix of an integration is misspelt", "a task that waits for a token and passes none",
	},
	"visit.asl.json": {
		"a closing mark without a percent sign",
		// Those that were not found.
		"two equals signs", "a variable that is read once is misspelt", "a variable is assigned under a misspelt name",
	},
	"garden.asl.yaml": {"a state is indented too far", "a list is not closed", "a word for a boolean of YAML 1.1"},
	"loan.step.json":  {"the name of a hit policy", "an id twice"},
	"ticket.fsm.json": {"an operator is abbreviated"},
	"parcel.sw.json":  {"a duration that is not ISO 8601"},
	"print.flow":      {"an arrow of two equals signs", "a label is misspelt"},
}

// TestReportedTypos holds the reported mistakes to be among those that TestTypos makes.
func TestReportedTypos(t *testing.T) {
	t.Parallel()
	all := 0
	for name, rows := range reported {
		typos := readTypos(t, filepath.Join("../../testdata/typos", name+".typos"))
		for _, row := range rows {
			all++
			if !slices.ContainsFunc(typos, func(x typo) bool { return x.what == row }) {
				t.Errorf("%s has no row %q", name, row)
			}
		}
	}
	if all != 40 {
		t.Errorf("%d mistakes", all)
	}
}
