package embedded

import (
	"errors"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// FuzzFind reads any file as each kind of outer file: nothing crashes, places are in the file, and each letter of a definition is
// where its place is.
func FuzzFind(f *testing.F) {
	f.Add("t.yaml", resource("      Definition: {States: {A: {Resource: !GetAtt F.Arn, x: !Sub 'a${B}c${!D}', y: !Join [-, [a, !Ref b]]}}}\n"))
	f.Add("t.yaml", resource("      DefinitionString: !Sub |\n        {\"States\": {\n          \"${A}\": {}}}\n      DefinitionSubstitutions: {A: 1}\n"))
	f.Add("t.yaml", resource("      DefinitionString: !Sub\n      - >-\n        {\"a\":\n         \"b\"}\n      - {x: 1}\n"))
	f.Add("t.json", `{"Resources": {"M": {"Type": "AWS::Serverless::StateMachine", "Properties": {"DefinitionString": {"Fn::Join": ["", ["{\"a\": \"\u00e9", {"Ref": "x"}, "\"}"]]}}}}}`)
	f.Add("main.tf", machine("<<-EOF\n    {\n      \"a\": \"x${b}\\n$${c}\",\n%{ if d ~}\n  \"e\": 1\n%{ else }%{ endif }    }\n  EOF"))
	f.Add("main.tf", machine(`"{\"a\": \"\u00e9\\n\"}"`))
	f.Add("main.tf", machine("jsonencode({ a = [1, -2, \"x${b}\\t\"], (c) = null, \"d\" = <<EOF\n x\nEOF\n })"))
	f.Add("x.tpl", "{\"a\": \"${b}\", \"c\": ${jsonencode(\"d\")}, %{ for x in y }\"e\": 1%{ endfor }}")
	f.Fuzz(func(t *testing.T, name, text string) {
		file := source.NewFile(name, []byte(text))
		var parts []*Part
		switch {
		case strings.HasSuffix(name, ".tpl"):
			parts = []*Part{ReadTemplate(file, source.JSON, nil), ReadTemplate(file, source.YAML, nil)}
		case IsTerraform(name):
			file.Format = source.PlainText
		default:
			source.Parse(file)
		}
		parts = append(parts, Finder{Read: func(string) ([]byte, error) { return nil, errors.New("none") }}.Find(file)...)
		for _, p := range parts {
			check := func(what string, s source.Span) {
				if s.Start < 0 || s.End < s.Start || s.End > len(text) {
					t.Errorf("%s is at %v of %d bytes", what, s, len(text))
				}
			}
			check(p.Name, p.Span)
			for _, x := range p.Problems {
				check(x.Message, x.Span)
			}
			for _, x := range p.Findings {
				check(x.Message, x.Span)
			}
			if p.File != nil {
				checkTree(t, p.File, p.File.Root, check, map[*source.Node]bool{})
			}
		}
	})
}

// checkTree checks the places of the values in a tree, and of the letters of their texts.
func checkTree(t *testing.T, f *source.File, n *source.Node, check func(string, source.Span), seen map[*source.Node]bool) {
	if n == nil || seen[n] {
		return
	}
	seen[n] = true
	check(n.Text, n.Span)
	if n.Kind == source.String {
		checkLetters(t, f, n)
	}
	for i := range n.Members {
		check(n.Members[i].Key, n.Members[i].KeySpan)
		checkTree(t, f, n.Members[i].Value, check, seen)
	}
	for _, x := range n.Items {
		checkTree(t, f, x, check, seen)
	}
}

// checkLetters checks that the letters of a string are in the file where their places are, unless they are escaped there. It leaves
// out strings with values of the outer format, and with characters that HCL writes in another form.
func checkLetters(t *testing.T, f *source.File, n *source.Node) {
	content := f.Content(n)
	for i := range len(content.String) {
		if content.String[i] >= 0x80 {
			return
		}
	}
	if strings.ContainsAny(content.String, "$\ufffd") {
		return
	}
	for i := range len(content.String) {
		c, at := content.String[i], content.At(i, i+1)
		if at.Start < 0 || at.End > len(f.Text) {
			t.Fatalf("byte %d of %q is at %v", i, content.String, at)
		}
		if c >= 'a' && c <= 'z' && at.Start < len(f.Text) && at.Start > n.Span.Start {
			if got := f.Text[at.Start]; got != c && got != '\\' {
				t.Errorf("byte %d of %q is at %d, which is %q in %q", i, content.String, at.Start, got, f.Text)
			}
		}
	}
}
