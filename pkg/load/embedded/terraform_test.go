package embedded

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// machine is a file of Terraform with one machine, m, whose definition begins in line 2.
func machine(definition string) string {
	return "resource \"aws_sfn_state_machine\" \"m\" {\n  definition = " + definition + "\n}\n"
}

func TestTerraform(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"flows/m.json.tpl": `{"Resource": "${known} ${upper(other)} $${literal}", "x": ${[for k in list : k]}}`,
		"flows/m.json":     `{"Resource": "${Known}"}`,
	}
	x := Finder{Read: func(path string) ([]byte, error) {
		text, ok := files[path]
		if !ok {
			return nil, fmt.Errorf("%s: no such file", path)
		}
		return []byte(text), nil
	}}
	const m = "aws_sfn_state_machine.m"
	for _, w := range []wanted{
		{"main.tf", "resource \"aws_sqs_queue\" \"q\" {\n  definition = \"{}\"\n}\n", nil},
		{"main.tf", "resource \"aws_sfn_state_machine\" \"m\" {\n}\n", nil},
		// Heredocs, with and without the indentation taken away.
		{"main.tf", machine("<<EOF\n{\n  \"States\": {\"é\": {}, \"B\": {}}\n}\nEOF"), []string{m, `4:14 "é"`, `4:23 "B"`}},
		{"main.tf", machine("<<-EOF\n    {\n      \"States\": {\"A\": {},\n        \"B\": {}}\n    }\n  EOF"), []string{m, `4:18 "A"`, `5:9 "B"`}},
		{"main.tf", machine("<<-EOF\n\t{\"States\": {\"A\": {},\r\n\t\t\"B\": {}}}\n  EOF"), []string{m, `3:14 "A"`, `4:3 "B"`}},
		{"main.tf", machine("<<-EOF\n  {\"States\": {\"${a}\": {\"x\": ${ b[\"c\"] }}, \"B\": {}}}\n  EOF"), []string{m, `3:15 "${a}"`, `3:43 "B"`, "3:29-40 the placeholder \"${b['c']}\" is not JSON"}},
		{"main.tf", machine("<<-EOF\n  {\"States\": {\"A\": {} %{ if c ~}\n  ,\"B\": {}\n  %{~ else ~}\n  ,\"C\": {}\n  %{~ endif ~}\n  , \"D\": {}}}\n  EOF"),
			[]string{m, `3:15 "A"`, `4:4 "B"`, `8:5 "D"`}},
		{"main.tf", machine("<<-EOF\n  {\"States\": {\"A\": {}%{ for k in l }, \"${k}\": {}%{ endfor }}}\n  EOF"), []string{m, `3:15 "A"`, `3:39 "${k}"`}},
		// The library writes an accent that is a character of its own together with its letter.
		{"main.tf", machine("<<EOF\n{\"Comment\": \"e\u0301\",\n \"States\": {\"B\": {}}}\nEOF"), []string{m, `4:13 "B"`}},
		// A backslash of a heredoc is one of JSON; in quotes it begins an escape sequence of HCL.
		{"main.tf", machine("<<EOF\n{\"States\": {\"a\\\"b\\\\\": {}, \"B\": {}}}\nEOF"), []string{m, `3:13 "a\"b\\"`, `3:27 "B"`}},
		{"main.tf", machine(`"{\"States\": {\"\u00e9\": {}, \"B\": {}}}"`), []string{m, `2:31 \"\u00e9\"`, `2:47 \"B\"`}},
		{"main.tf", machine(`"{\"States\": {\"$${x}\": {}, \"B\": {}}}"`), []string{m, `2:31 \"$${x}\"`, `2:46 \"B\"`}},
		// An object.
		{"main.tf", machine("jsonencode({\n    States = {\n      A = {}, \"B\" : {}\n      (var.c) = {}\n      \"d${e}\" = -1.5\n    }\n  })"),
			[]string{m, `4:7 A`, `4:15 "B"`, `5:7 (var.c)`, `6:7 "d${e}"`}},
		{"main.tf", machine("jsonencode(yamldecode(<<-EOF\n    States:\n      A: {}\n      B: {}\n  EOF\n  ))"), []string{m, `4:7 A`, `5:7 B`}},
		{"main.tf", machine("local.d") + "locals {\n  d = jsonencode(local.e)\n  e = { States = { A = {} } }\n}\n", []string{m, "6:20 A"}},
		{"main.tf", machine("local.d") + "locals {\n  d = local.d\n}\n", []string{m, `5:7-14 the definition of "aws_sfn_state_machine.m" is not checked: local values refer to one another [unreadable]`}},
		{"main.tf", machine("var.d"), []string{m, `2:16-21 the definition of "aws_sfn_state_machine.m" is not checked: it is the value of var.d, which is not in this folder [unreadable]`}},
		{"main.tf", machine("var.d ? 1 : 2"), []string{m, `2:24-25 the definition of "aws_sfn_state_machine.m" is not checked: it is the value of an expression [unreadable]`}},
		{"main.tf", machine("replace(\"a\", \"b\", \"c\")"), []string{m, `2:16-38 the definition of "aws_sfn_state_machine.m" is not checked: it is the result of replace [unreadable]`}},
		{"main.tf", machine("<<EOF\n{\"States\": {\"A\": {}}\nEOF"), []string{m, `3:13 "A"`, "3:21-21 expected '}' to close an object, found the end of the text"}},
		{"main.tf", machine("\"{}\"") + "resource {\n", []string{m, "4:10-11 unclosed configuration block: There is no closing brace for this block before the end of the file. This may be caused by incorrect brace nesting elsewhere in this file [source/syntax]"}},
		// Files of their own.
		{"main.tf", machine("file(\"${path.module}/flows/m.json\")"), []string{m, "file flows/m.json",
			`2:21-50 the definition of "aws_sfn_state_machine.m" has the placeholder ${Known}, which gets no value [missing-substitution]`}},
		{"main.tf", machine("templatefile(\"flows/m.json.tpl\", {\n    known = 1\n    more  = 2\n  })"), []string{m, "file flows/m.json.tpl",
			`2:49-50 the definition of "aws_sfn_state_machine.m" has the placeholder ${other}, which gets no value [missing-substitution]`,
			`2:49-50 the definition of "aws_sfn_state_machine.m" has the placeholder ${list}, which gets no value [missing-substitution]`,
			`4:5-9 the definition of "aws_sfn_state_machine.m" has no placeholder ${more} [unused-substitution]`}},
		{"main.tf", machine("templatefile(\"flows/m.json.tpl\", merge(a, b))"), []string{m, "file flows/m.json.tpl"}},
		{"main.tf", machine("data.template_file.t.rendered") + "data \"template_file\" \"t\" {\n  template = file(\"./flows/m.json.tpl\")\n  vars = { known = 1, other = 1, list = [] }\n}\n", []string{m, "file flows/m.json.tpl"}},
		{"main.tf", machine("file(var.name)"), []string{m, `2:21-29 the definition of "aws_sfn_state_machine.m" is not checked: the name of its file is the value of an expression [unreadable]`}},
		{"main.tf", machine("file(\"n.json\")"), []string{m, `2:21-29 the definition of "aws_sfn_state_machine.m" cannot be read: n.json: no such file [missing-file]`}},
		{"main.tf", "module \"m\" {\n  source     = \"terraform-aws-modules/step-functions/aws\"\n  definition = \"{\\\"States\\\": {\\\"A\\\": {}}}\"\n}\n", []string{"module.m", `3:31 \"A\"`}},
		{"main.tf", "module \"m\" {\n  source     = \"./flow\"\n  definition = \"{}\"\n}\n", nil},
	} {
		w.check(t, x)
	}
}

// TestTerraformIsBounded reads files that would make the parser descend without end.
func TestTerraformIsBounded(t *testing.T) {
	t.Parallel()
	const n = 100_000
	for name, definition := range map[string]string{
		"brackets":   strings.Repeat("[", n),
		"signs":      strings.Repeat("!", n),
		"conditions": strings.Repeat("a ? 1 : ", n),
		"splats":     "a" + strings.Repeat("[*]", n),
		"dots":       "a" + strings.Repeat(".*", n),
		"templates":  strings.Repeat("\"${", n),
		"directives": "\"" + strings.Repeat("%{ if a }", n) + "\"",
		"large":      strings.Repeat(" ", mostHCL),
	} {
		f := &source.File{Name: "main.tf", Text: []byte(machine(definition)), Format: source.PlainText}
		got := found(f, Finder{}.Find(f))
		if len(got) != 2 || !strings.Contains(got[1], "larger than 1 MB, or nested too deep") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestReadTemplate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text   string
		format source.Format
		want   []string
	}{
		{`{"States": {"${a}": {"n": ${n}}, "B": {}}}`, source.JSON, []string{"", `1:13 "${a}"`, `1:34 "B"`, "1:27-31 the placeholder \"${n}\" is not JSON"}},
		{"{\"States\": {%{ if a }\n\"A\": {}%{ endif }\n}}", source.JSON, []string{"", `2:1 "A"`}},
		{"States:\n  A:\n    x: ${a}\n  B: {}\n", source.YAML, []string{"", "2:3 A", "4:3 B"}},
		// These are marks of other tools, and not HCL.
		{`{"States": {"A": {"x": "${self:custom.x}"}}}`, source.JSON, []string{"", `1:13 "A"`}},
		{`{"States": {"A": {"x": "${upper(}"}, %{ if }}}`, source.JSON, []string{"", "1:33-34 invalid expression: Expected the start of an expression, but found an invalid expression token [source/syntax]"}},
	} {
		f := &source.File{Name: "m.asl.json.tpl", Text: []byte(test.text)}
		if got := found(f, []*Part{ReadTemplate(f, test.format, nil)}); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", test.want) {
			t.Errorf("%s\n got %q\nwant %q", test.text, got, test.want)
		}
	}
}
