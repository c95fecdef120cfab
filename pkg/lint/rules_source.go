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
	return []diag.Rule{sourceSyntax, sourceDuplicateKey, sourceInvalidUTF8, sourceEmpty, sourcePlaceholder, sourceNumber, sourceDepth, sourceAlias}
}

// greeting is the fixed form of most examples.
var greeting = diag.Example{Name: "greet.asl.json", Text: fixedText}

var sourceSyntax = diag.Rule{
	ID:       "source/syntax",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "the text is not JSON or YAML",
	Why: "No engine reads a definition with a syntax error. flowglot continues after the error, so that one run reports all of " +
		"them.",
	Source: "RFC 8259; YAML 1.2",
	Example: diag.Example{Name: "greet.asl.json", Text: `{
  "StartAt": "Greet",
  "States": {
    "Greet": {"Type": "Pass", "Result": "hello", "End": true,}
  }
}
`},
	Fixed: greeting,
}

var sourceDuplicateKey = diag.Rule{
	ID:       "source/duplicate-key",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "duplicate key in an object",
	Why: "Keys of JSON and YAML objects must be unique. Tools differ in which of the two they use, so the definition means " +
		"different things to different tools. flowglot uses the last one.",
	Source: "RFC 8259, section 4; YAML 1.2, section 3.2.1.3",
	Example: diag.Example{Name: "greet.asl.json", Text: `{
  "StartAt": "Greet",
  "States": {
    "Greet": {"Type": "Pass", "Result": "hi", "Result": "hello", "End": true}
  }
}
`},
	Fixed: greeting,
}

var sourceInvalidUTF8 = diag.Rule{
	ID:       "source/invalid-utf8",
	Severity: diag.Error,
	Summary:  "the text is not UTF-8",
	Why:      "The byte is not part of a UTF-8 character; the file probably has another encoding. Save the file as UTF-8.",
	Source:   "RFC 8259, section 8.1",
	Example: diag.Example{Name: "greet.asl.json", Text: "{\n  \"StartAt\": \"Greet\",\n  \"States\": {\n" +
		"    \"Greet\": {\"Type\": \"Pass\", \"Result\": \"sal\xfct\", \"End\": true}\n  }\n}\n"},
	Fixed: greeting,
}

var sourceEmpty = diag.Rule{
	ID:       "source/empty",
	Severity: diag.Error,
	Summary:  "the file is empty",
	Why:      "The file has no content, or only spaces and comments.",
	Source:   "RFC 8259, section 2",
	Example:  diag.Example{Name: "greet.asl.json", Text: "\n"},
	Fixed:    greeting,
}

var sourcePlaceholder = diag.Rule{
	ID:       "source/placeholder",
	Severity: diag.Error,
	Summary:  "a placeholder is a value without quotes",
	Why: "Deployment tools replace ${Name} before an engine reads the definition. Until then the text is not JSON, and an engine " +
		"that takes the definition as it is refuses it.",
	Source: "RFC 8259, section 3",
	Levels: "definitions that deployment tools usually fill in may have placeholders wherever a value is",
	Example: diag.Example{Name: "greet.fsm.json", Text: `{"version": "1", "name": "greet", "initialState": "Greet", "active": ${Active}, "states": {"Greet": {"transitions": []}}}
`},
	Fixed: diag.Example{Name: "greet.fsm.json", Text: `{"version": "1", "name": "greet", "initialState": "Greet", "active": true, "states": {"Greet": {"transitions": []}}}
`},
}

var sourceNumber = diag.Rule{
	ID:       "source/number",
	Severity: diag.Error,
	Summary:  "a number cannot be represented",
	Why: "JSON has no infinity and no value for \"not a number\", and engines hold numbers up to about 1.8e308. A larger number " +
		"changes its value or fails when the definition is read.",
	Source:  "RFC 8259, section 6; YAML 1.2, section 10.3.2",
	Example: diag.Example{Name: "greet.asl.yaml", Text: "StartAt: Greet\nStates:\n  Greet:\n    Type: Pass\n    Result: .inf\n    End: true\n"},
	Fixed:   diag.Example{Name: "greet.asl.yaml", Text: "StartAt: Greet\nStates:\n  Greet:\n    Type: Pass\n    Result: '.inf'\n    End: true\n"},
}

var sourceDepth = diag.Rule{
	ID:       "source/depth",
	Severity: diag.Error,
	Summary:  "values are nested too deeply",
	Why: "Nesting is limited so that no input exhausts the memory. Deeper values are not read. Definitions that people write stay " +
		"far below the limit.",
	Source: "RFC 8259, section 9 (a reader may limit the depth)",
}

var sourceAlias = diag.Rule{
	ID:       "source/alias",
	Severity: diag.Error,
	Summary:  "aliases make the document too large or endless",
	Why: "A YAML alias expands to the value of its anchor. A few lines of nested aliases can expand to more than fits into " +
		"memory, and an alias inside its own anchor never ends.",
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
}
