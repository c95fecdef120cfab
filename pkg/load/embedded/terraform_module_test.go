package embedded

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// TestModule reads a definition with what the other files of its folder define.
func TestModule(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"values.tf": "variable \"n\" { default = 3 }\nvariable \"open\" {}\nvariable \"o\" { default = { a = \"x\", l = [1, 2] } }\n" +
			"locals {\n  b = \"${var.o.a}-${upper(\"y\")}\"\n  loop = local.pool\n  pool = local.loop\n  d = { x = local.b }\n  big = [for a in var.o.l : a]\n}\n",
		"broken.tf": "locals {",
		"other.txt": "locals { b = 1 }",
	}
	x := Finder{
		List: func(string) ([]string, error) { return []string{"broken.tf", "main.tf", "other.txt", "values.tf"}, nil },
		Read: func(path string) ([]byte, error) {
			if text, ok := files[path]; ok {
				return []byte(text), nil
			}
			return nil, fmt.Errorf("%s: no such file", path)
		},
	}
	for _, test := range []struct{ definition, want string }{
		{`jsonencode({ x = var.n })`, `number "3" at 2:37 in main.tf`},
		{`jsonencode({ x = var.n > 2 ? "many" : "few" })`, `string "many" at 2:37 in main.tf`},
		{`jsonencode({ x = "a ${local.b} ${var.open}" })`, `string "a x-Y ${var.open}" at 2:37 in main.tf`},
		{`jsonencode({ x = local.loop })`, `string "${local.loop}" at 2:37 in main.tf`},
		{`jsonencode({ x = local.big })`, `string "${local.big}" at 2:37 in main.tf`},
		{`jsonencode({ x = var.o.l[1] })`, `number "2" at 2:37 in main.tf`},
		{`jsonencode({ x = timestamp() })`, `string "${timestamp()}" at 2:37 in main.tf`},
		{`jsonencode(local.d)`, `string "x-Y" at 8:13 in values.tf`},
		{`jsonencode(merge(local.d, { y = 1 }))`, `string "x-Y" at 2:31 in main.tf`},
		{"<<EOF\n{\"x\": ${var.n}}\nEOF\n", `number "3" at 3:7 in main.tf`},
		{`var.n == 3 ? jsonencode({ x = 1 }) : jsonencode({ x = 2 })`, `number "1" at 2:50 in main.tf`},
	} {
		f := source.NewFile("main.tf", []byte("resource \"aws_sfn_state_machine\" \"m\" {\n      definition = "+test.definition+"\n}\n"))
		f.Format = source.PlainText
		p := x.Find(f)[0]
		got := fmt.Sprint(p.Findings)
		if p.File != nil {
			n, outer := p.File.Root.Get("x"), f
			if p.Outer != nil {
				outer = p.Outer
			}
			at := outer.Position(n.Span.Start)
			got = fmt.Sprintf("%s %q at %d:%d in %s", []string{"?", "null", "bool", "number", "string"}[kindIndex(n.Kind)], n.Text, at.Line, at.Column, outer.Name)
		}
		if got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.definition, got, test.want)
		}
	}
}
