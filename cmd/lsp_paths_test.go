package cmd

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestDataPaths reads the paths into the inputs of the scenarios beside a definition.
func TestDataPaths(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"order.scenario.yaml": "workflow: order.asl.json\ninput: {order: {items: [lamp], number: 7}, first name: Ada}\ncases:\n  - name: late\n    input: {late: true}\n",
		"other.scenario.yaml": "workflow: other.asl.json\ninput: {other: 1}\n",
		"wrong.scenario.json": "{\"workflow\": ",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, p := range (&app{}).dataPaths(filepath.Join(dir, "order.asl.json")) {
		got = append(got, p.Text+" "+p.Kind+" "+p.Example)
	}
	want := []string{`$.order an object {"items":["lamp"],"number":7}`, `$.order.items an array ["lamp"]`, `$.order.items[0] a string "lamp"`,
		"$.order.number a number 7", `$['first name'] a string "Ada"`, "$.late a boolean true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
