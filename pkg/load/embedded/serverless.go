package embedded

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// serverless finds the state machines in the configuration of the Serverless Framework with the plugin serverless-step-functions. They may
// be in other files, which variables name.
func (x Finder) serverless(f *source.File) []*Part {
	var out []*Part
	for _, p := range x.serverlessParts(f) {
		if p.Outer != nil {
			p = p.within(f)
		}
		out = append(out, p)
	}
	return out
}

// FindWithin returns the definitions in a file that the configuration of a service takes from it, to be edited there. The file has no sign
// of what it is; it is read as Read returns it.
func (x Finder) FindWithin(service *source.File, path string) []*Part {
	return slices.DeleteFunc(x.serverlessParts(service), func(p *Part) bool { return p.Outer == nil || p.Outer.Name != path })
}

// within returns the part that refers to the file which the definition is in, for one that is read through the configuration of a service.
func (p *Part) within(service *source.File) *Part {
	out := &Part{Name: p.Name, Service: p.Service, Span: p.referred, Path: p.Outer.Name, Shared: true, Through: service}
	for _, d := range p.Findings {
		if d.File != p.Outer {
			out.Findings = append(out.Findings, d)
		}
	}
	return out
}

// serverlessParts finds the state machines with the files that they are in.
func (x Finder) serverlessParts(f *source.File) []*Part {
	v := &variables{finder: x, file: f, others: map[string]*source.File{}, faults: map[string]*fault{}}
	list := f.Root.Get("stepFunctions")
	top := v.follow(place{list, f})
	if n := top.node.Get("stateMachines"); n != nil && top.file == f {
		list = n
	}
	machines := v.follow(place{top.node.Get("stateMachines"), top.file})
	switch {
	case isVariable(top.node):
		return v.unknownMachines(top, list)
	case isVariable(machines.node):
		return v.unknownMachines(machines, list)
	case machines.node == nil || machines.node.Kind != source.Object:
		return nil
	}
	var out []*Part
	for i := range machines.node.Members {
		m := &machines.node.Members[i]
		machine := v.follow(place{m.Value, machines.file})
		if isVariable(machine.node) {
			at := list.Span
			if f == machines.file {
				at = m.Value.Span
			}
			p := &Part{Name: m.Key, Service: StepFunctions, Span: at}
			v.unknown(p, fmt.Sprintf("the definition of %q", m.Key), machine, at)
			out = append(out, p)
			continue
		}
		n := machine.node.Get("definition")
		if n == nil || n.Kind == source.Null {
			continue
		}
		p := &Part{Name: m.Key, Service: StepFunctions, Span: n.Span}
		switch f { // the innermost place in the configuration that leads to the definition
		case machine.file:
			p.referred = n.Span
		case machines.file:
			p.referred = m.Value.Span
		default:
			p.referred = list.Span
		}
		x.variable(p, v, place{n, machine.file})
		if p.File != nil {
			p.File.Name = f.Name + "#" + p.Name
		}
		out = append(out, p)
	}
	return out
}

// unknownMachines is the part that reports a list of state machines which is not known.
func (v *variables) unknownMachines(value place, list *source.Node) []*Part {
	p := &Part{Name: "stateMachines", Service: StepFunctions, Span: list.Span}
	v.unknown(p, "the list of state machines", value, list.Span)
	return []*Part{p}
}

// isVariable reports whether a value is a variable.
func isVariable(n *source.Node) bool {
	return n != nil && n.Kind == source.String && strings.HasPrefix(n.Text, "${") && isCovered(n.Text)
}

// variable reads a definition that may be the value of a variable: that of a file, ${file(flows/order.asl.yaml)}, or of a part of one.
func (x Finder) variable(p *Part, v *variables, at place) {
	if path, ok := wholeFile(at.node); ok {
		p.Path = beside(v.file, path)
		if at.file != v.file {
			p.Span = p.referred
		}
		x.text(p, v.file)
		return
	}
	definition := v.follow(at)
	if isVariable(definition.node) {
		v.unknown(p, fmt.Sprintf("the definition of %q", p.Name), definition, p.referred)
		return
	}
	p.Span = definition.node.Span
	p.readWith(definition, v)
	if definition.file != v.file {
		p.Outer = definition.file
	}
}

// wholeFile returns the path of a variable that is the content of a file.
func wholeFile(n *source.Node) (string, bool) {
	if n.Kind != source.String {
		return "", false
	}
	path, ok := strings.CutPrefix(n.Text, "${file(")
	if ok {
		path, ok = strings.CutSuffix(path, ")}")
	}
	return strings.TrimSpace(path), ok && !strings.ContainsAny(path, "${}(),")
}

// isCovered reports whether a text that begins with a variable has nothing after it.
func isCovered(text string) bool {
	return text != "" && covered(text) == len(text)
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
