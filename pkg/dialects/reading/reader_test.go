package reading_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/source"
)

// A small dialect: a house has rooms, and a room has a name, a height and a number of windows.
const (
	inHouse reading.Place = 1 << iota
	inRoom
)

var (
	words = reading.NewVocabulary(
		[]reading.PlaceName{{In: inHouse, Name: "a house"}, {In: inRoom, Name: "a room"}},
		[]reading.Field{
			{Name: "rooms", In: inHouse, Must: inHouse},
			{Name: "name", In: inHouse | inRoom, Must: inRoom},
			{Name: "height", In: inRoom},
			{Name: "windows", In: inRoom},
			{Name: "heated", In: inRoom},
			{Name: "hidden", In: inRoom, Local: true},
		})
	wrongType    = diag.Rule{ID: "house/wrong-type", Severity: diag.Error}
	unknownField = diag.Rule{ID: "house/unknown-field", Severity: diag.Error}
	misplaced    = diag.Rule{ID: "house/misplaced-field", Severity: diag.Error}
	outOfRange   = diag.Rule{ID: "house/out-of-range", Severity: diag.Error}
)

// house reads a house and returns what was taken, in order, and what was found.
func house(name string, text []byte) (took []string, r *reading.Reader) {
	f := source.NewFile(name, text)
	source.Parse(f)
	r = &reading.Reader{Words: words, Rules: reading.Rules{WrongType: &wrongType, UnknownField: &unknownField, MisplacedField: &misplaced}}
	r.Findings = dialects.Findings{File: f, Dialect: "house"}
	if f.Root == nil {
		return nil, r
	}
	room := func(m *source.Member) bool {
		switch m.Key {
		case "name":
			if x := r.Text(m); x != nil {
				took = append(took, "name "+x.Value)
			}
		case "height":
			if x, _ := r.Number(m, &reading.Range{Min: 1, Max: 9, Words: "a number from 1 to 9", Rule: &outOfRange}); x != nil {
				took = append(took, fmt.Sprintf("height %v", x.Value))
			}
		case "windows":
			if x := r.Count(m, &outOfRange); x != nil {
				took = append(took, fmt.Sprintf("windows %d", x.Value))
			}
		case "heated":
			if x := r.Bool(m); x != nil {
				took = append(took, fmt.Sprintf("heated %t", x.Value))
			}
		}
		return true
	}
	r.Object(f.Root, reading.Owner{In: inHouse}, func(m *source.Member) bool {
		if m.Key != "rooms" {
			return room(m)
		}
		items, _ := r.Items(m, "an array of rooms", source.Object)
		for i, x := range items {
			r.Object(x, reading.Owner{In: inRoom, Of: reading.Label(fmt.Sprintf("room %d", i+1)), Itself: true}, room)
		}
		return true
	})
	return took, r
}

func TestReader(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text        string
		took, found []string
	}{
		{`{"name": "a", "rooms": [{"name": "b", "height": 2.5, "windows": 3, "heated": true}]}`,
			[]string{"name a", "name b", "height 2.5", "windows 3", "heated true"}, nil},
		{`[]`, nil, []string{"1:1 house/wrong-type: a house must be an object, found an array"}},
		{`{"rooms": 5}`, nil, []string{`1:11 house/wrong-type: "rooms" of a house must be an array of rooms, found a number`}},
		{`{"rooms": [null]}`, nil, []string{"1:12 house/wrong-type: room 1 must be an object, found null"}},
		{`{"rooms": [{"name": 5}]}`, nil, []string{`1:21 house/wrong-type: "name" of room 1 must be a string, found a number`}},
		{`{"rooms": [{"height": 10}]}`, nil, []string{`1:23 house/out-of-range: "height" of room 1 must be a number from 1 to 9, found 10`}},
		{`{"rooms": [{"height": "3"}]}`, nil, []string{`1:23 house/wrong-type: "height" of room 1 must be a number from 1 to 9, found a string`}},
		{`{"rooms": [{"windows": -1}]}`, nil, []string{`1:24 house/out-of-range: "windows" of room 1 must be an integer of 0 or more, found -1`}},
		{`{"rooms": [{"windows": 1e300}]}`, []string{"windows 1000000000"}, nil},
		{`{"rooms": [{"heated": "yes"}]}`, nil, []string{`1:23 house/wrong-type: "heated" of room 1 must be a boolean, found a string`}},
		// A misspelt field is read as the one that was meant, unless that is there as well.
		{`{"rooms": [{"heigth": 2}]}`, []string{"height 2"}, []string{`1:13 house/unknown-field: room 1 has an unknown field "heigth"`}},
		{`{"rooms": [{"heigth": 2, "height": 3}]}`, []string{"height 3"}, []string{`1:13 house/unknown-field: room 1 has an unknown field "heigth"`}},
		{`{"windows": 2}`, nil, []string{`1:2 house/misplaced-field: a house cannot have the field "windows"`}},
		// A local field is unknown elsewhere.
		{`{"hidden": 2}`, nil, []string{`1:2 house/unknown-field: a house has an unknown field "hidden"`}},
	} {
		took, r := house("x.json", []byte(test.text))
		var found []string
		for _, d := range r.List {
			at := r.File.Position(d.Span.Start)
			found = append(found, fmt.Sprintf("%d:%d %s: %s", at.Line, at.Column, d.Rule, d.Message))
		}
		if diff := cmp.Diff(test.took, took); diff != "" {
			t.Errorf("%s: taken (-want +got):\n%s", test.text, diff)
		}
		if diff := cmp.Diff(test.found, found); diff != "" {
			t.Errorf("%s: found (-want +got):\n%s", test.text, diff)
		}
	}
}

func TestVocabulary(t *testing.T) {
	t.Parallel()
	if got := words.Names(inRoom, 0); !cmp.Equal(got, []string{"heated", "height", "hidden", "name", "windows"}) {
		t.Errorf("names of a room: %q", got)
	}
	if got := slices.Collect(words.Required(inRoom)); !cmp.Equal(got, []string{"name"}) {
		t.Errorf("required of a room: %q", got)
	}
	if got := words.List(inHouse | inRoom); got != "a house or a room" {
		t.Errorf("listed: %q", got)
	}
}

// TestReaderIsBounded reads objects that nest further than any text may.
func TestReaderIsBounded(t *testing.T) {
	t.Parallel()
	r := &reading.Reader{Words: words}
	n := &source.Node{Kind: source.Object}
	n.Members = []source.Member{{Key: "rooms", Value: n}} // as an alias of YAML could have it
	deepest, depth := 0, 0
	var read func(m *source.Member) bool
	read = func(m *source.Member) bool {
		depth++
		deepest = max(deepest, depth)
		r.Object(m.Value, reading.Owner{In: inHouse}, read)
		depth--
		return true
	}
	r.Object(n, reading.Owner{In: inHouse}, read)
	if deepest != 1000 {
		t.Errorf("%d objects in one another were read", deepest)
	}
}

// FuzzReader reads houses of any text: nothing crashes, and all findings have places in the text.
func FuzzReader(f *testing.F) {
	for _, text := range []string{
		`{"name": "a", "rooms": [{"name": "b", "height": 2.5, "windows": 3, "heated": true}]}`,
		`{"rooms": [{"heigth": "2", "heated": "yes", "windows": 0x1F}]}`, `{"rooms": [{"name": [`, "rooms:\n- &a {height: .5}\n- *a\n- heated: off\n", "\xff",
	} {
		f.Add(strings.HasPrefix(text, "rooms"), []byte(text))
	}
	f.Fuzz(func(t *testing.T, yaml bool, text []byte) {
		name := "x.json"
		if yaml {
			name = "x.yaml"
		}
		_, r := house(name, text)
		for _, d := range r.List {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) {
				t.Errorf("%s is at %v of %d bytes", d.Rule, d.Span, len(text))
			}
			if d.Message == "" {
				t.Errorf("%s has no message", d.Rule)
			}
		}
	})
}
