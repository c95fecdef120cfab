package lint

import "github.com/flowglot/flowglot/pkg/diag"

// fixedText is a definition that nothing is wrong with.
const fixedText = `{
  "StartAt": "Greet",
  "States": {
    "Greet": {"Type": "Pass", "Result": "hello", "End": true}
  }
}
`

// sourceRules document what package source reports: what is wrong with a text before any dialect looks at it.
func sourceRules() []diag.Rule {
	mended := diag.Example{Name: "greet.asl.json", Text: fixedText}
	return []diag.Rule{
		{
			ID:       "source/syntax",
			Severity: diag.Error,
			Summary:  "the text is not JSON or YAML",
			Why: "No engine reads a definition whose notation is broken. Reading goes on behind the mistake, so that further ones " +
				"are found in the same go.",
			Source: "RFC 8259; YAML 1.2",
			Example: diag.Example{Name: "greet.asl.json", Text: `{
  "StartAt": "Greet",
  "States": {
    "Greet": {"Type": "Pass", "Result": "hello", "End": true,}
  }
}
`},
			Fixed: mended,
		},
		{
			ID:       "source/duplicate-key",
			Severity: diag.Error,
			Summary:  "a key stands twice in one object",
			Why: "JSON and YAML ask for names that are unique. Readers differ in which of the two they take, so the definition means " +
				"different things to different tools. flowglot goes on with the last one.",
			Source: "RFC 8259, section 4; YAML 1.2, section 3.2.1.3",
			Example: diag.Example{Name: "greet.asl.json", Text: `{
  "StartAt": "Greet",
  "States": {
    "Greet": {"Type": "Pass", "Result": "hi", "Result": "hello", "End": true}
  }
}
`},
			Fixed: mended,
		},
		{
			ID:       "source/invalid-utf8",
			Severity: diag.Error,
			Summary:  "the text is not UTF-8",
			Why:      "A byte that belongs to no character was very likely written in another encoding. Save the file as UTF-8.",
			Source:   "RFC 8259, section 8.1",
			Example: diag.Example{Name: "greet.asl.json", Text: "{\n  \"StartAt\": \"Greet\",\n  \"States\": {\n" +
				"    \"Greet\": {\"Type\": \"Pass\", \"Result\": \"sal\xfct\", \"End\": true}\n  }\n}\n"},
			Fixed: mended,
		},
		{
			ID:       "source/empty",
			Severity: diag.Error,
			Summary:  "the file holds nothing",
			Why:      "There is no value in the file at all: it is empty, or holds blanks and comments only.",
			Source:   "RFC 8259, section 2",
			Example:  diag.Example{Name: "greet.asl.json", Text: "\n"},
			Fixed:    mended,
		},
		{
			ID:       "source/depth",
			Severity: diag.Error,
			Summary:  "values are nested too deeply",
			Why: "Nesting is bounded, so that no input makes flowglot run out of memory. What lies deeper is not read. No " +
				"definition that a person writes comes near the bound.",
			Source: "RFC 8259, section 9 (a reader may limit the depth)",
		},
		{
			ID:       "source/alias",
			Severity: diag.Error,
			Summary:  "aliases make the document too large or endless",
			Why: "A YAML alias stands for all that its anchor holds. A few lines of aliases to aliases can stand for more than fits " +
				"into memory, and one inside of its own anchor for something endless.",
			Source: "YAML 1.2, section 3.2.2.2",
			Example: diag.Example{Name: "greet.asl.yaml", Text: `StartAt: Greet
States:
  Greet: &greet
    Type: Pass
    Result: *greet
    End: true
`},
			Fixed: diag.Example{Name: "greet.asl.yaml", Text: `StartAt: Greet
States:
  Greet:
    Type: Pass
    Result: hello
    End: true
`},
		},
	}
}
