package fsm

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// TestSchema holds the schema to accepting all mended examples, and to refusing those whose mistake one value shows.
func TestSchema(t *testing.T) {
	t.Parallel()
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft7
	if err := c.AddResource("fsm.json", bytes.NewReader(Dialect{}.Schema())); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("fsm.json")
	if err != nil {
		t.Fatal(err)
	}
	refused := map[string]bool{
		"wrong-type": true, "missing-field": true, "empty-name": true, "out-of-range": true, "import-mode": true,
		"condition-type": true, "unknown-operator": true, "group-operator": true, "function-in-group": true,
		"lifecycle-field": true, "path": true, "between": true, "processor-type": true, "execution-mode": true,
	}
	for _, r := range (Dialect{}).Rules() {
		if err := s.Validate(decode(t, r.Mended.Text)); err != nil {
			t.Errorf("%s: the mended example is refused: %v", r.ID, err)
		}
		err := s.Validate(decode(t, r.Example.Text))
		if want := refused[strings.TrimPrefix(r.ID, "fsm/")]; want != (err != nil) {
			t.Errorf("%s: the example is refused: %v, want %v", r.ID, err, want)
		}
	}
}

func decode(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}
