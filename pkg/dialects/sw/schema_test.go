package sw

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
	if err := c.AddResource("sw.json", bytes.NewReader(Dialect{}.Schema())); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("sw.json")
	if err != nil {
		t.Fatal(err)
	}
	refused := map[string]bool{
		"wrong-type": true, "missing-field": true, "empty": true, "unknown-value": true, "out-of-range": true, "no-start": true,
		"no-way-out": true, "both-ways-out": true, "switch-ends": true, "event-timeout": true, "alternatives": true,
		"completion-count": true, "event-source": true, "duration": true, "retry-interval": true, "text-beside-expression": true,
		"other-name": true,
	}
	for _, r := range (Dialect{}).Rules() {
		if err := s.Validate(decode(t, r.Mended.Text)); err != nil {
			t.Errorf("%s: the mended example is refused: %v", r.ID, err)
		}
		err := s.Validate(decode(t, r.Example.Text))
		if want := refused[strings.TrimPrefix(r.ID, "sw/")]; want != (err != nil) {
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
