package fsm

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/source"
)

// stored has the workflows a and b, of which b is inactive.
const stored = `{"entityName": "parcel", "modelVersion": 2, "workflows": [
  {"name": "a", "version": "1", "initialState": "A", "active": true, "states": {"A": {}}},
  {"name": "b", "version": "1", "initialState": "B", "active": false, "states": {"B": {}}}]}`

// parsed returns a file with its tree.
func parsed(t testing.TB, name, text string) *source.File {
	t.Helper()
	f := source.NewFile(name, []byte(text))
	source.Parse(f)
	return f
}

func TestMerge(t *testing.T) {
	t.Parallel()
	type result struct {
		Name, Version string
		Active        bool
	}
	old := []result{{"a", "1", true}, {"b", "1", false}}
	for _, tt := range []struct {
		name     string
		mode     ImportMode
		incoming string
		want     []result
	}{
		{"merge a new one", ImportMerge, "[c]", append(old[:2:2], result{"c", "2", true})},
		{"merge over the first", ImportMerge, "[a]", []result{{"a", "2", true}, {"b", "1", false}}},
		{"merge makes active", ImportMerge, "[b c]", []result{{"a", "1", true}, {"b", "2", true}, {"c", "2", true}}},
		{"merge nothing", ImportMerge, "[]", old},
		{"replace", ImportReplace, "[c b]", []result{{"b", "2", true}, {"c", "2", true}}},
		{"replace by nothing", ImportReplace, "[]", nil},
		{"activate", ImportActivate, "[b c]", []result{{"a", "1", false}, {"b", "2", true}, {"c", "2", true}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var list []string
			for _, name := range strings.Fields(strings.Trim(tt.incoming, "[]")) {
				list = append(list, `{"name": "`+name+`", "version": "2", "initialState": "X", "active": false, "desc": "",
 "states": {"X": {"transitions": []}}}`)
			}
			text, found := Merge(tt.mode, parsed(t, "s.fsm.json", stored),
				parsed(t, "i.fsm.json", `{"importMode": "MERGE", "workflows": [`+strings.Join(list, ",")+`]}`))
			var got struct {
				EntityName   string
				ModelVersion int
				Workflows    []result
			}
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatalf("%v: %s: %q", err, text, dialecttest.Places(found))
			}
			if d := cmp.Diff(tt.want, got.Workflows); d != "" && len(tt.want)+len(got.Workflows) > 0 {
				t.Error(d)
			}
			if got.EntityName != "parcel" || got.ModelVersion != 2 || bytes.Contains(text, []byte("transitions")) || bytes.Contains(text, []byte("desc")) {
				t.Errorf("it is no export: %s", text)
			}
		})
	}
}

func TestMergeRefuses(t *testing.T) {
	t.Parallel()
	const loop = `{"name": "a", "initialState": "A", "states": {"A": {"transitions": [{"name": "GO", "next": "A", "manual": false}]}}}`
	for _, tt := range []struct{ stored, incoming, want string }{
		{stored, loop, "fsm/endless-cascade"},
		{loop, stored, "fsm/endless-cascade"},
		{stored, `{"initialState": "A", "states": {"A": {}}}`, "fsm/missing-field"},
		{stored, `"text"`, "fsm/wrong-type"},
		{`[{"name": 5}]`, stored, "fsm/wrong-type"},
	} {
		text, found := Merge(ImportMerge, parsed(t, "s.fsm.json", tt.stored), parsed(t, "i.fsm.json", tt.incoming))
		if text != nil || len(found) == 0 || !strings.Contains(strings.Join(dialecttest.Places(found), " "), tt.want) {
			t.Errorf("%.40s and %.40s: %q %s", tt.stored, tt.incoming, dialecttest.Places(found), text)
		}
	}
	if text, _ := Merge(ImportMerge, parsed(t, "s.fsm.json", ""), parsed(t, "i.fsm.json", "")); text != nil {
		t.Errorf("nothing and nothing is %s", text)
	}
}

func TestImportModeOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]ImportMode{
		`{"importMode": "REPLACE", "workflows": []}`:  ImportReplace,
		`{"importMode": "ACTIVATE", "workflows": []}`: ImportActivate,
		`{"importMode": "replace", "workflows": []}`:  ImportMerge,
		`{"workflows": []}`:                           ImportMerge,
		`[]`:                                          ImportMerge,
		``:                                            ImportMerge,
	} {
		if got := ImportModeOf(parsed(t, "x.fsm.json", text)); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
