package load_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
)

// TestEmbeddedExamples reads the templates of testdata/embedded: every definition becomes a program that is called by its name.
func TestEmbeddedExamples(t *testing.T) {
	t.Parallel()
	loader := load.Loader{Dialects: all.Dialects()}
	const dir = "../../testdata/embedded"
	for path, want := range map[string]string{
		"sam/template.yaml":                   "OrderMachine RefundMachine ReturnMachine",
		"cdk.out/Shop.template.json":          "OrderMachine5A3C0E77",
		"terraform/main.tf":                   "order refund return audit",
		"service/serverless.yml":              "lend buy",
		"module/main.tf":                      "bread cake rolls clean",
		"conditions/template.yaml":            "PrintMachine PrintMachine-otherwise ProofMachine",
		"serverless/serverless.yml":           "order refund",
		"terraform/flows/return.asl.json.tpl": "return",
	} {
		all, err := loader.LoadAll(filepath.Join(dir, path))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range all {
			if d.Part != "" {
				if d, err = loader.LoadOne(filepath.Join(dir, path) + "#" + d.Part); err != nil {
					t.Fatal(err)
				}
			}
			if len(d.Around)+len(d.Problems) > 0 {
				t.Errorf("%s: %v %v", path, d.Around, d.Problems)
			}
			p := d.Lower()
			if p == nil || len(p.Start().Unsupported) > 0 {
				t.Errorf("%s#%s cannot be run", path, d.Part)
				continue
			}
			got = append(got, p.Start().ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s has %q", path, got)
		}
	}
}

func TestPartErrors(t *testing.T) {
	t.Parallel()
	loader := load.Loader{Dialects: all.Dialects()}
	const sam, other = "../../testdata/embedded/sam/template.yaml", "../../testdata/foreign/cfn/network.yaml"
	for path, want := range map[string]string{
		sam:                  "has 3 definitions inside; name one: ",
		sam + "#OrdrMachine": `has no definition "OrdrMachine" inside; did you mean "OrderMachine"?`,
		sam + "#X":           `has no definition "X" inside; it has `,
		other + "#X":         `has no definition "X" inside`,
	} {
		if _, err := loader.LoadOne(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
