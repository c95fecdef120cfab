package stepfunctions

import (
	"os"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// FuzzReadMocks reads any text as a mock file. What has no findings can be turned into stubs.
func FuzzReadMocks(f *testing.F) {
	whole, err := os.ReadFile("../../../../testdata/stepfunctions/MockConfigFile.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(`{"StateMachines": {"M": {"TestCases": {"c": {"A": "r"}}}}, "MockedResponses": {"r": {"0-24999": {"Return": null}}}}`))
	f.Add([]byte(`{"StateMachines": {"M": {"TestCases": {"c": {"A": "r"}}}}, "MockedResponses": {"r": {"0-9223372036854775806": {"Return": null}}}}`))
	f.Add([]byte(`{"mock": {"errorOutput": {"error": "E"}}, "stateName": "A"}`))
	f.Add([]byte(`{"result": "[1]", "fieldValidationMode": "STRICT"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := source.NewFile("mocks.json", text)
		if len(source.Parse(file)) > 0 {
			return
		}
		mocks, findings := ReadMocks(file)
		for _, d := range findings {
			if d.Span.Start < 0 || d.Span.End > len(file.Text) || d.Span.End < d.Span.Start {
				t.Errorf("%s: the span %v is not in the file", d.Message, d.Span)
			}
		}
		if len(findings) > 0 {
			return
		}
		for _, c := range mocks.Cases {
			if got := c.Stubs(); len(got) != len(c.States) {
				t.Errorf("%d stubs for %d states", len(got), len(c.States))
			}
		}
	})
}
