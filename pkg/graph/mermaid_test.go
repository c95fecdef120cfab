package graph

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
	"github.com/google/go-cmp/cmp"
)

var (
	legalID   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
	frameLine = regexp.MustCompile(`^ *state "([^"]+)" as (\S+) \{$`)
	stateLine = regexp.MustCompile(`^ *state "([^"]+)" as (\S+)$`)
	bodyLine  = regexp.MustCompile(`^ *(\S+) : (\S.*)$`)
	edgeLine  = regexp.MustCompile(`^ *(\S+) --> (\S+)(?: : (\S.*))?$`)
	classLine = regexp.MustCompile(`^  (?:classDef [a-z]+ fill:\S+(?: \d)?|class \S+ [a-z]+)$`)
)

// A scope is what checkMermaid knows of a frame, or of the whole diagram.
type scope struct {
	states map[string]bool // the ids declared in it, true for frames
	stage  int             // 0 frames, 1 states, 2 transitions, 3 classes
	loops  map[string]bool
	last   string // the state that body lines belong to
}

// checkMermaid checks the rules by which all versions of Mermaid draw a state diagram. It returns how many transitions
// there are.
func checkMermaid(t *testing.T, text string) int {
	t.Helper()
	_, text, found := strings.Cut(text, "stateDiagram-v2\n")
	if !found {
		t.Fatalf("no state diagram: %q", text)
	}
	ids := map[string]bool{}
	transitions := 0
	scopes := []*scope{{states: map[string]bool{}, loops: map[string]bool{}}}
	declare := func(line, id string, frame bool, stage int) {
		in := scopes[len(scopes)-1]
		if in.stage > stage {
			t.Errorf("%q comes too late", line)
		}
		in.stage, in.last = stage, id
		in.states[id] = frame
		if ids[id] || !legalID.MatchString(id) || slices.Contains(reservedIDs[:], strings.ToLower(id)) {
			t.Errorf("%q: the id is no legal one, or not the only one", line)
		}
		ids[id] = true
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		in := scopes[len(scopes)-1]
		switch {
		case frameLine.MatchString(line):
			declare(line, frameLine.FindStringSubmatch(line)[2], true, 0)
			scopes = append(scopes, &scope{states: map[string]bool{}, loops: map[string]bool{}})
		case stateLine.MatchString(line):
			declare(line, stateLine.FindStringSubmatch(line)[2], false, 1)
		case edgeLine.MatchString(line):
			m := edgeLine.FindStringSubmatch(line)
			in.stage = 2
			for _, id := range m[1:3] {
				if _, known := in.states[id]; !known && id != "[*]" {
					t.Errorf("%q leaves its scope", line)
				}
			}
			if m[1] == m[2] {
				if in.states[m[1]] || in.loops[m[1]] {
					t.Errorf("%q: a loop of a frame, or a second one", line)
				}
				in.loops[m[1]] = true
			}
			transitions++
		case bodyLine.MatchString(line):
			if id := bodyLine.FindStringSubmatch(line)[1]; in.stage != 1 || in.last != id {
				t.Errorf("%q does not follow its state", line)
			}
		case strings.TrimLeft(line, " ") == "}" && len(scopes) > 1:
			if len(in.states) == 0 {
				t.Errorf("a frame around nothing")
			}
			scopes = scopes[:len(scopes)-1]
		case strings.TrimLeft(line, " ") == "direction LR" && len(in.states) == 0:
		case classLine.MatchString(line) && len(scopes) == 1:
			in.stage = 3
		default:
			t.Errorf("%q is nothing that Mermaid reads", line)
		}
	}
	if len(scopes) != 1 {
		t.Errorf("a frame is not closed")
	}
	return transitions
}

func TestMermaidFollowsItsRules(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]*workflow.Workflow{
		"order": order(), "strange": strange(), "loops": loops(), "nested": nested(5), "too deep": nested(100),
		"300 states": chain(300), "3000 states": chain(3000),
	} {
		for _, o := range []Options{{}, {ASCII: true, Direction: LeftRight}} {
			t.Run(fmt.Sprint(name, o.Direction), func(t *testing.T) {
				t.Parallel()
				text := Of(w, o).Mermaid(o)
				checkMermaid(t, text)
				if again := Of(w, o).Mermaid(o); again != text {
					t.Errorf("the second time the text differs:\n%s", cmp.Diff(text, again))
				}
			})
		}
	}
}

func TestMermaidThatIsTooLong(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		workflow *workflow.Workflow
		fits     bool
		notes    []string
	}{
		{"fits", chain(100), true, nil},
		{"without details", chain(220), true, []string{"texts were left out to keep the diagram short enough for pages"}},
		{"names alone", chain(500), true, []string{"texts were left out to keep the diagram short enough for pages"}},
		{"never", chain(1000), false, []string{
			"texts were left out to keep the diagram short enough for pages",
			"the diagram has 76673 characters; most pages draw at most 50000",
		}},
		{"too deep", nested(34), true, []string{"1 scope is nested too deeply and drawn closed"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var notes []string
			o := Options{Note: func(note string) { notes = append(notes, note) }}
			d := Of(test.workflow, o)
			text := d.Mermaid(o)
			if got := characters(text) <= MaxCharacters; got != test.fits {
				t.Errorf("the text has %d characters", characters(text))
			}
			if diff := cmp.Diff(test.notes, notes); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
			if shortened := len(notes) > 0 && strings.HasPrefix(notes[0], "texts"); strings.Contains(text, "· shortened\"") != shortened {
				t.Errorf("the title does not tell whether the diagram was shortened: %.80q", text)
			}
			if want := len(d.Edges); test.name != "too deep" && checkMermaid(t, text) != want {
				t.Errorf("some of the %d edges are missing", want)
			}
		})
	}
}

func TestErrorEdgesAreNumberedInTheOrderOfTheText(t *testing.T) {
	t.Parallel()
	text := Of(loops(), Options{}).Mermaid(Options{})
	var want []string
	number := 0
	for line := range strings.Lines(text) {
		if edgeLine.MatchString(strings.TrimRight(line, "\n")) {
			if strings.Contains(line, " : ⚠") && !strings.HasPrefix(strings.TrimSpace(line), "Again --> Again") {
				want = append(want, fmt.Sprintf(`path[id$="edge%d"]`, number))
			}
			number++
		}
	}
	if len(want) != 2 || !strings.Contains(text, "    "+strings.Join(want, ", ")+" {") {
		t.Errorf("edges %v are not coloured:\n%s", want, text)
	}
}

func TestLabelOfManyLines(t *testing.T) {
	t.Parallel()
	m, root := newModel("")
	a, b := m.add(root, "A", "Choice", workflow.Choice), m.pass(root, "B")
	for range 20 {
		m.rule(a, b, path("$.x", "x"))
	}
	text := Of(m.Workflow, Options{}).Mermaid(Options{})
	if !strings.Contains(text, "<br/>12 $.x<br/>… 8 more lines\n") {
		t.Errorf("the label is not cut:\n%s", text)
	}
}
