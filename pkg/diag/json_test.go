package diag

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/source"
)

func TestPrintJSON(t *testing.T) {
	t.Parallel()
	file, span := marked("o.json", "{\"A\": {\n \"状/b\": «\"x<\"»}}")
	if problems := source.Parse(file); len(problems) > 0 {
		t.Fatal(problems)
	}
	ds := append(twice(), Diagnostic{
		Rule: "asl/rule", Severity: Error, File: file, Span: span, Dialect: "asl", Message: "a \"<\u009b\x1b\x7f", Help: "h",
	}, Diagnostic{Rule: "asl/all", Severity: Error, File: file, Message: "m"})
	want := `{"version": 1, "files": 3, "findings": [
{"file":"a\tb.json","dialect":"","rule":"source/whole","severity":"info","line":1,"column":1,"endLine":1,"endColumn":1,"message":"about the file","help":"try","related":[],"fix":null},
{"file":"a\tb.json","dialect":"asl","rule":"source/duplicate-key","severity":"warning","line":3,"column":3,"endLine":3,"endColumn":11,"message":"the key \"Charge\" stands twice","help":"drop one","related":[{"file":"a\tb.json","line":2,"column":3,"message":"the first one is here"},{"file":"other.json","line":1,"column":1,"message":"which also"},{"file":"other.json","line":1,"column":1,"message":"in particular"}],"fix":{"description":"drop the second","safe":true,"edits":[{"line":2,"column":15,"endLine":3,"endColumn":15,"text":""}]}},
{"file":"","dialect":"","rule":"","severity":"error","line":1,"column":1,"endLine":1,"endColumn":1,"message":"about nothing","help":"","related":[],"fix":null},
{"file":"o.json","dialect":"asl","rule":"asl/rule","severity":"error","line":2,"column":9,"endLine":2,"endColumn":13,"pointer":"/A/状~1b","message":"a \"<\u009b\u001b\u007f","help":"h","related":[],"fix":null},
{"file":"o.json","dialect":"","rule":"asl/all","severity":"error","line":1,"column":1,"endLine":1,"endColumn":1,"pointer":"","message":"m","help":"","related":[],"fix":null}
], "summary": {"errors":3,"warnings":1,"infos":1}}
`
	var b bytes.Buffer
	if err := PrintJSON(&b, 3, ds); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	var read struct {
		Findings []struct{ Message string }
	}
	if err := json.Unmarshal(b.Bytes(), &read); err != nil || read.Findings[3].Message != ds[3].Message {
		t.Errorf("reads as %+v, %v", read, err)
	}
}

func TestPrintJSONWithoutFindings(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := PrintJSON(&b, 2, nil); err != nil {
		t.Fatal(err)
	}
	want := `{"version": 1, "files": 2, "findings": [], "summary": {"errors":0,"warnings":0,"infos":0}}` + "\n"
	if b.String() != want {
		t.Errorf("got %s", b.String())
	}
}
