package dialecttest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// Schema holds the schema of a dialect to accepting all fixed examples, and to refusing the examples of those rules alone
// whose mistake one value shows. They go by their names without the dialect's.
func Schema(t *testing.T, d dialects.Dialect, refused ...string) {
	t.Helper()
	name := d.Name() + ".json"
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft7
	if err := c.AddResource(name, bytes.NewReader(d.Schema())); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range d.Rules() {
		if err := s.Validate(decode(t, r.Fixed.Text)); err != nil {
			t.Errorf("%s: the fixed example is refused: %v", r.ID, err)
		}
		err := s.Validate(decode(t, r.Example.Text))
		if want := slices.Contains(refused, strings.TrimPrefix(r.ID, d.Name()+"/")); want != (err != nil) {
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
