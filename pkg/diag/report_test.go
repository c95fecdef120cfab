package diag

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/flowglot/flowglot/pkg/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// report is one with findings of all kinds, whose texts hold what each format has to escape.
func report(t testing.TB) *Report {
	t.Helper()
	orders, span := marked("shop/a b,c:d.json", "{\"A\": {\n \"状/b\": «\"x<\"»,\n \"n\": 1}}")
	if problems := source.Parse(orders); len(problems) > 0 {
		t.Fatal(problems)
	}
	first := source.Span{Start: 1, End: 4}
	lines := source.Span{Start: 6, End: len(orders.Text) - 1}
	flow, at := marked("drei.flow", "a -> «b»\n")
	findings := []Diagnostic{
		{
			Rule: "asl/unknown", Severity: Error, File: orders, Span: span, Dialect: "asl",
			Message: "100% <b>wrong</b> & \"odd\" | `x` @all #1\r\n::error::injected]]>", Help: "did you mean \"y,z:\"?",
			Related: []Related{{File: orders, Span: first, Message: "the first is here"}, {Message: "without a file"}},
			Fix:     &Fix{Description: `write "y"`, Edits: []Edit{{Span: span, Text: `"y"`}, {Span: source.Span{Start: 6, End: 6}}}},
		},
		{Rule: "net/loop", Severity: Warning, File: orders, Span: lines, Dialect: "asl", Message: "several lines \x1b[31m\u202e"},
		{Rule: "net/loop", Severity: Warning, File: orders, Span: lines, Dialect: "asl", Message: "several lines \x1b[31m\u202e"},
		{Rule: "arrow/name", Severity: Info, File: flow, Span: at, Dialect: "arrow", Message: "worth knowing"},
		{Rule: "source/empty", Severity: Error, File: flow, Message: "about the file"},
		{Severity: Warning, Message: "about nothing"},
	}
	return &Report{
		Files: []string{orders.Name, "clean.asl.json", flow.Name}, Findings: findings, Fails: isError, Version: "1.2.3",
		Rules: []Rule{{ID: "asl/unknown", Severity: Error, Summary: "a name is unknown", Why: "It *cannot* run.", Source: "asl: States"}},
	}
}

func isError(d *Diagnostic) bool { return d.Severity == Error }

func TestFormats(t *testing.T) {
	t.Parallel()
	for _, name := range Formats() {
		var b bytes.Buffer
		if err := report(t).Write(&b, name); err != nil {
			t.Fatal(err)
		}
		for _, r := range b.String() {
			if unicode.Is(unicode.Cc, r) && r != '\n' {
				t.Errorf("%s: the control character %U is written", name, r)
			}
		}
		path := filepath.Join("testdata", "formats", name)
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	t.Parallel()
	if err := report(t).Write(io.Discard, "yaml"); err == nil || !strings.Contains(err.Error(), `"yaml"`) {
		t.Errorf("got %v", err)
	}
}

// sarif returns the schema that OASIS publishes.
func sarif(t testing.TB) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.Compile("testdata/sarif-2.1.0.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// failed is a report of a check that failed.
func failed() *Report {
	return &Report{Failure: &Failure{Message: "a.json: no such file or directory\nb [x](y)\x1b", ExitStatus: 2}}
}

func TestSARIFFollowsItsSchema(t *testing.T) {
	t.Parallel()
	schema := sarif(t)
	for _, r := range []*Report{report(t), {}, {Files: []string{"a.json"}}, failed()} {
		var b bytes.Buffer
		if err := r.Write(&b, "sarif"); err != nil {
			t.Fatal(err)
		}
		var log any
		if err := json.Unmarshal(b.Bytes(), &log); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(log); err != nil {
			t.Errorf("%#v", err)
		}
	}
}

// TestGitLabFollowsItsFormat checks the report against the format that GitLab documents, and that fingerprints are unique.
func TestGitLabFollowsItsFormat(t *testing.T) {
	t.Parallel()
	schema, err := jsonschema.Compile("testdata/gitlab.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Report{report(t), {}, failed()} {
		var b bytes.Buffer
		if err := r.Write(&b, "gitlab"); err != nil {
			t.Fatal(err)
		}
		var issues any
		if err := json.Unmarshal(b.Bytes(), &issues); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(issues); err != nil {
			t.Errorf("%#v", err)
		}
		seen := map[any]bool{}
		for _, x := range issues.([]any) {
			print := x.(map[string]any)["fingerprint"]
			if seen[print] {
				t.Errorf("two issues have the fingerprint %v", print)
			}
			seen[print] = true
		}
	}
}

// TestJUnitFollowsItsSchema needs xmllint; the shape is held by the golden file where there is none.
func TestJUnitFollowsItsSchema(t *testing.T) {
	t.Parallel()
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("there is no xmllint")
	}
	for _, r := range []*Report{report(t), {}, failed()} {
		var b bytes.Buffer
		if err := r.Write(&b, "junit"); err != nil {
			t.Fatal(err)
		}
		c := exec.Command(lint, "--noout", "--schema", "testdata/junit.xsd", "-")
		c.Stdin = &b
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}

// TestFingerprintsHoldWhenLinesMove adds lines above a finding, and below it.
func TestFingerprintsHoldWhenLinesMove(t *testing.T) {
	t.Parallel()
	at := func(text string) Diagnostic {
		file, span := marked("a.json", text)
		return Diagnostic{Rule: "r", File: file, Span: span, Message: "m"}
	}
	before := Fingerprints([]Diagnostic{at("{«\"x\"»}")})
	after := Fingerprints([]Diagnostic{at("{\n\n  «\"x\"»,\n\n}")})
	if !slices.Equal(before, after) {
		t.Errorf("%v became %v", before, after)
	}
	others := Fingerprints([]Diagnostic{at("{«\"x\"»}"), at("{\"\" «\"x\"»}"), at("{«\"y\"»}")})
	if others[0] != before[0] || others[0] == others[1] || others[0] == others[2] {
		t.Errorf("%v, %v", before, others)
	}
}

// FuzzFormats prints a finding with hostile texts in every format: nothing crashes, JSON and XML can be read, SARIF
// follows its schema, the formats of lines have one line for the finding, and no control character is written.
func FuzzFormats(f *testing.F) {
	f.Add("a.json", "{\"a\": 1}", "m", "h", 0, 3)
	f.Add("../a\nb::%,.yaml", "\xff\x1b[0m", "]]>\r\n::error::x | ` \ufffe", "--> @x", 1, 1)
	f.Add("C:\\x", "", "", "", -1, 99)
	schema := sarif(f)
	f.Fuzz(func(t *testing.T, name, text, message, help string, start, end int) {
		file := source.NewFile(name, []byte(text))
		span := source.Span{Start: start, End: end}
		r := Report{Files: []string{name}, Fails: isError, Findings: []Diagnostic{{
			Rule: "r/" + name, Severity: Error, File: file, Span: span, Message: message, Help: help,
			Related: []Related{{File: file, Span: span, Message: help}},
			Fix:     &Fix{Description: help, Edits: []Edit{{Span: span, Text: message}}},
		}}}
		for _, format := range Formats() {
			var b bytes.Buffer
			if err := r.Write(&b, format); err != nil {
				t.Fatal(err)
			}
			if i := strings.IndexFunc(b.String(), func(c rune) bool { return unicode.Is(unicode.Cc, c) && c != '\n' }); i >= 0 {
				t.Errorf("%s writes a control character: %q", format, b.String()[i:])
			}
			switch format {
			case "json", "jsonl", "gitlab", "sarif":
				var v any
				if err := json.Unmarshal(b.Bytes(), &v); err != nil {
					t.Errorf("%s: %v: %s", format, err, &b)
				}
				if format == "sarif" {
					if err := schema.Validate(v); err != nil {
						t.Errorf("%#v: %s", err, &b)
					}
				}
			case "junit", "checkstyle":
				d := xml.NewDecoder(&b)
				for {
					if _, err := d.Token(); err == io.EOF {
						break
					} else if err != nil {
						t.Fatalf("%s: %v", format, err)
					}
				}
			case "github", "concise":
				if n := bytes.Count(b.Bytes(), []byte("\n")); n != 2 {
					t.Errorf("%s: %d lines: %s", format, n, &b)
				}
			}
		}
	})
}
