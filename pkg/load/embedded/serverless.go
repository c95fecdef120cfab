package embedded

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// serverless finds the state machines in the configuration of the Serverless Framework with the plugin serverless-step-functions.
// Its variables, ${self:custom.x}, are placeholders that have their values elsewhere.
func (x Finder) serverless(f *source.File) []*Part {
	machines := f.Root.Get("stepFunctions").Get("stateMachines")
	if machines == nil || machines.Kind != source.Object {
		return nil
	}
	var out []*Part
	for i := range machines.Members {
		m := &machines.Members[i]
		n := m.Value.Get("definition")
		if n == nil || n.Kind == source.Null {
			continue
		}
		p := &Part{Name: m.Key, Service: StepFunctions, Span: n.Span}
		if n.Kind == source.String && strings.HasPrefix(n.Text, "${") && isCovered(n.Text) {
			x.variable(p, f, n)
		} else {
			p.read(f, n, nil, nil)
		}
		out = append(out, p)
	}
	return out
}

// variable reads a definition that is the value of a variable: that of a file, ${file(flows/order.asl.yaml)}.
func (x Finder) variable(p *Part, f *source.File, n *source.Node) {
	path, ok := strings.CutPrefix(n.Text, "${file(")
	if ok {
		path, ok = strings.CutSuffix(path, ")}")
	}
	if !ok || strings.ContainsAny(path, "${}(),") {
		p.unreadable(f, n.Span, "it is the value of "+n.Text)
		return
	}
	p.Path = beside(f, strings.TrimSpace(path))
	x.text(p, f)
}

// isCovered reports whether a text that begins with a variable has nothing after it.
func isCovered(text string) bool {
	depth := 0
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i == len(text)-1
			}
		}
	}
	return false
}

// terraformJSON finds the state machines in configuration of Terraform that is written in JSON. Its strings are templates.
func (x Finder) terraformJSON(f *source.File) []*Part {
	if !strings.HasSuffix(strings.ToLower(f.Name), ".tf.json") {
		return nil
	}
	machines := f.Root.Get("resource").Get(stateMachineResource)
	if machines == nil || machines.Kind != source.Object {
		return nil
	}
	var out []*Part
	for i := range machines.Members {
		m := &machines.Members[i]
		n := m.Value.Get("definition")
		if n == nil || n.Kind == source.Null {
			continue
		}
		p := &Part{Name: stateMachineResource + "." + m.Key, Service: StepFunctions, Span: n.Span}
		if n.Kind == source.String && strings.HasPrefix(n.Text, "${") && isCovered(n.Text) {
			p.unreadable(f, n.Span, "it is the value of an expression")
		} else {
			p.read(f, n, nil, nil)
		}
		out = append(out, p)
	}
	return out
}
