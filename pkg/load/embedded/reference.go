package embedded

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
)

// A scope is what the functions of a template may refer to.
type scope struct {
	names []string // of the parameters and resources
	known map[string]bool
}

// scopeOf returns the parameters and resources of a template. It is nil if they are not all in the file: a macro, an include or a loop
// makes more.
func scopeOf(root *source.Node) *scope {
	if !addsNothing(root.Get("Transform")) {
		return nil
	}
	s := &scope{known: map[string]bool{}}
	for _, section := range []string{"Parameters", "Resources"} {
		n := root.Get(section)
		if n == nil {
			continue
		}
		for i := range n.Members {
			key := n.Members[i].Key
			if strings.HasPrefix(key, "Fn::") {
				return nil
			}
			s.names, s.known[key] = append(s.names, key), true
		}
	}
	return s
}

// addsNothing reports whether transforms are among those whose names for further resources are known.
func addsNothing(n *source.Node) bool {
	switch {
	case n == nil:
		return true
	case n.Kind == source.Array:
		for _, x := range n.Items {
			if !addsNothing(x) {
				return false
			}
		}
		return true
	}
	return n.Kind == source.String && (strings.HasPrefix(n.Text, "AWS::Serverless-") || strings.HasPrefix(n.Text, "AWS::LanguageExtensions"))
}

// has reports whether a name is known. SAM makes resources whose names begin with that of another, or with "Serverless".
func (s *scope) has(name string) bool {
	if s.known[name] || strings.HasPrefix(name, "AWS::") || strings.HasPrefix(name, "Serverless") || name == "CodeDeployServiceRole" {
		return true
	}
	for _, known := range s.names {
		if strings.HasPrefix(name, known) {
			return true
		}
	}
	return false
}

// A resolver looks for references in the properties of a part.
type resolver struct {
	*scope
	part *Part
	file *source.File
	seen map[*source.Node]bool // aliases are the node of their anchor
}

// look reports the references below a value that nothing has the name of.
func (r *resolver) look(n *source.Node) {
	if n == nil || r.seen[n] {
		return
	}
	r.seen[n] = true
	switch name, argument := intrinsic(n); name {
	case functionRef:
		if argument.Kind == source.String {
			r.check(argument.Text, argument.Span)
		}
	case functionGetAtt:
		if argument.Kind == source.Array && len(argument.Items) > 0 {
			argument = argument.Items[0]
		}
		if argument.Kind == source.String {
			target, _, _ := strings.Cut(argument.Text, ".")
			r.check(target, r.file.Content(argument).At(0, len(target)))
		}
	case functionSub:
		r.sub(argument)
	}
	for i := range n.Members {
		r.look(n.Members[i].Value)
	}
	for _, x := range n.Items {
		r.look(x)
	}
}

// sub looks at the placeholders of Fn::Sub that its own variables do not fill.
func (r *resolver) sub(argument *source.Node) {
	text, own := argument, (*source.Node)(nil)
	if argument.Kind == source.Array && len(argument.Items) == 2 {
		text, own = argument.Items[0], argument.Items[1]
	}
	if text.Kind != source.String {
		return
	}
	content := r.file.Content(text)
	for _, x := range placeholdersIn(content.String) {
		if target, _, _ := strings.Cut(x.name, "."); own.Get(x.name) == nil {
			at := x.span.Start + len("${")
			r.check(target, content.At(at, at+len(target)))
		}
	}
}

// check reports a name that nothing in the template has.
func (r *resolver) check(name string, at source.Span) {
	if !r.has(name) {
		r.part.report(&unknownReferenceRule, r.file, at, nearest.Help(name, r.names), "the template has no parameter or resource %q", name)
	}
}
