package embedded

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// isStateMachine reports whether a type of resources deploys a definition: that of CloudFormation, and that of SAM.
func isStateMachine(kind string) bool {
	return kind == "AWS::StepFunctions::StateMachine" || kind == "AWS::Serverless::StateMachine"
}

// The properties of a state machine ("AWS::StepFunctions::StateMachine" of the template reference).
const (
	propertyDefinition    = "Definition"
	propertyString        = "DefinitionString"
	propertyURI           = "DefinitionUri"
	propertyS3            = "DefinitionS3Location"
	propertySubstitutions = "DefinitionSubstitutions"
)

// cloudFormation finds the state machines among the resources of a template of CloudFormation or SAM.
func (x Finder) cloudFormation(f *source.File) []*Part {
	resources := f.Root.Get("Resources")
	if resources == nil || resources.Kind != source.Object {
		return nil
	}
	names := scopeOf(f.Root)
	var out []*Part
	for i := range resources.Members {
		m := &resources.Members[i]
		if strings.HasPrefix(m.Key, loopPrefix) {
			if p := loopedMachine(f, m); p != nil {
				out = append(out, p)
			}
			continue
		}
		if kind := m.Value.Get("Type"); kind == nil || kind.Kind != source.String || !isStateMachine(kind.Text) {
			continue
		}
		parts := x.variants(f, m)
		if len(parts) > 0 && names != nil {
			properties := m.Value.Get("Properties")
			r := &resolver{scope: names, part: parts[0], file: f, seen: map[*source.Node]bool{}}
			for _, key := range []string{propertyDefinition, propertyString, propertySubstitutions} {
				r.look(properties.Get(key))
			}
		}
		out = append(out, parts...)
	}
	return out
}

// loopPrefix begins the key of what Fn::ForEach of AWS::LanguageExtensions makes of a list.
const loopPrefix = "Fn::ForEach::"

// loopedMachine returns the state machines that a loop makes, which are not read; nil if it makes none.
func loopedMachine(f *source.File, loop *source.Member) *Part {
	if len(loop.Value.Items) != 3 {
		return nil
	}
	body := loop.Value.Items[2]
	for i := range body.Members {
		if kind := body.Members[i].Value.Get("Type"); kind != nil && isStateMachine(kind.Text) {
			p := &Part{Name: body.Members[i].Key, Service: StepFunctions, Span: loop.KeySpan}
			p.unreadable(f, loop.KeySpan, "a loop of the template makes it")
			return p
		}
	}
	return nil
}

// otherwise ends the name of a definition as it is if the conditions have the other answer.
const otherwise = "-otherwise"

// stateMachine reads a resource. It is nil if the resource has no definition.
func (x Finder) stateMachine(f *source.File, resource *source.Member, v *values) *Part {
	p := &Part{Name: resource.Key, Service: StepFunctions}
	properties := resource.Value.Get("Properties")
	c := substitutionsOf(p, f, properties.Member(propertySubstitutions), v)
	for _, key := range []string{propertyDefinition, propertyString, propertyURI, propertyS3} {
		m := properties.Member(key)
		if m == nil || m.Value.Kind == source.Null {
			continue
		}
		p.Span = m.Value.Span
		if key == propertyURI || key == propertyS3 {
			path, known := v.text(m.Value, 0)
			switch {
			case strings.Contains(path, "://") || m.Value.Kind == source.Object && !isCall(m.Value):
				p.unreadable(f, m.Value.Span, "it is in a bucket")
				return p
			case !known:
				p.unreadable(f, m.Value.Span, "the path of its file is known only at deployment")
				return p
			}
			p.Path, p.Values = beside(f, path), map[string]string{}
			for name, n := range c.known {
				p.Values[name] = n.Text
			}
			if text, ok := x.text(p, f); ok {
				c.other = source.NewFile(p.Path, text)
				c.check(placeholdersIn(string(text)))
			}
			return p
		}
		n := v.choose(m.Value)
		if n == nil {
			continue
		}
		p.Span = n.Span
		if used, ok := p.read(f, n, v, c.known); ok {
			c.check(used)
		}
		return p
	}
	return nil
}

// read reads a definition that is a value of the outer file: an object, or a text. It returns the placeholders in it that functions
// of CloudFormation do not fill, and reports false if the definition cannot be read.
func (p *Part) read(f *source.File, n *source.Node, v *values, known map[string]*source.Node) ([]placeholder, bool) {
	p.literal(f, n)
	if n.Kind == source.Object && !isCall(n) {
		used := p.open(n, &opener{file: f, values: v, given: known})
		return used, p.File != nil
	}
	a := &assembly{values: v}
	a.join(f, n)
	if !a.known(p, f, n) {
		return nil, false
	}
	used := a.placeholders()
	a.fill(known)
	a.parse(p, f, source.JSON)
	p.escape = escaping(n, f.Format)
	return used, true
}

// readWith reads a definition with the variables of the Serverless Framework.
func (p *Part) readWith(at place, v *variables) {
	p.literal(at.file, at.node)
	if at.node.Kind == source.Object && !isCall(at.node) {
		p.open(at.node, &opener{file: at.file, variables: v})
		return
	}
	if at.node.Kind == source.String {
		if _, a := v.value(at.file, at.node); a != nil {
			a.parse(p, at.file, source.JSON)
			p.escape = escaping(at.node, at.file.Format)
			return
		}
	}
	p.read(at.file, at.node, nil, nil)
}

// open reads a definition that is an object of the outer file. It returns the placeholders in it that functions do not fill.
func (p *Part) open(n *source.Node, o *opener) []placeholder {
	o.seen, o.contents = map[*source.Node]*source.Node{}, map[source.Span]source.Text{}
	root := o.open(n)
	for _, x := range o.added {
		if x.whole {
			p.unreadable(o.file, x.at, x.name+" adds to it on deployment")
			return nil
		}
		p.report(&unreadableRule, o.file, x.at, "", "a part of the definition of %q is not checked: %s makes it at deployment", p.Name, x.name)
	}
	p.File = o.file.Part(o.file.Name+"#"+p.Name, root, o.contents)
	p.made = o.made
	return o.placeholders
}

func isCall(n *source.Node) bool {
	name, _ := intrinsic(n)
	return name != ""
}

// known reports whether the text of a definition is known, and otherwise notes that it is not.
func (a *assembly) known(p *Part, f *source.File, n *source.Node) bool {
	if name, argument := intrinsic(n); name != "" && name != functionSub && name != functionJoin {
		a.fail("it is the value of "+value(name, argument), n.Span)
	}
	if a.unknown == "" {
		return true
	}
	p.unreadable(f, a.unknownAt, a.unknown)
	return false
}

// substitutionsOf reads the property with the values of placeholders; nil is none.
func substitutionsOf(p *Part, f *source.File, m *source.Member, v *values) *substitutions {
	c := &substitutions{part: p, file: f, called: propertySubstitutions, known: map[string]*source.Node{}}
	if m == nil || m.Value.Kind == source.Null {
		return c
	}
	c.list = m.KeySpan
	c.unknown = m.Value.Kind != source.Object || isCall(m.Value)
	for i := range m.Value.Members {
		x := &m.Value.Members[i]
		if x.Key == "Fn::Transform" {
			c.unknown = true
		}
		c.given = append(c.given, given{x.Key, x.KeySpan})
		if n := v.literal(x.Value, x.Value.Span); n != nil {
			c.known[x.Key] = n
		}
		if name, argument := intrinsic(x.Value); name == functionRef || name == functionGetAtt {
			p.refer(x.Key, value(name, argument))
		}
	}
	return c
}
