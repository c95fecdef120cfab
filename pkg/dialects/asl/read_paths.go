package asl

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// A pathKind describes what sort of path a field holds.
type pathKind struct {
	name      string // in messages
	reference bool   // it selects one value only (asl 2016: "Reference Paths")
	null      bool   // null is allowed
	writes    bool   // it names the place for a value, and so begins with "$" at any level
	function  bool   // at the level current, a call of an intrinsic function may stand for it
}

var (
	selectPath    = pathKind{name: "a path or null", null: true}
	resultPath    = pathKind{name: "a reference path or null", reference: true, null: true, writes: true}
	referencePath = pathKind{name: "a reference path", reference: true}
	variablePath  = pathKind{name: "a path"}
	operandPath   = pathKind{name: "a path"}
	failPath      = pathKind{name: "a reference path", reference: true, function: true}
)

// path reads a path. It is nil if the value is not even a string; see [Path] for one that is not a path.
func (r *reader) path(f *source.Member, kind pathKind) *Path {
	n := f.Value
	switch {
	case n.Kind == source.Null && kind.null:
		return &Path{Node: n, Null: true}
	case n.Kind != source.String:
		r.WrongField(f, kind.name)
		return nil
	}
	p := &Path{Node: n}
	if hasPlaceholder(n.Text) {
		return p
	}
	if what := laterPath(n.Text); what != "" && !kind.writes {
		*r.owner.later = append(*r.owner.later, LaterField{Member: f, Span: n.Span, What: what})
		if r.level == Level2016 {
			r.laterVersion(n.Span, what+" in "+quote(f.Key)+" of "+r.Subject())
			return p
		}
		if kind.function && isIntrinsic(n.Text) {
			call, err := ParseIntrinsic(r.File.Content(n))
			if err != nil {
				dialects.Remedy(r.Add(&intrinsicSyntax.Rule, err.Span, "%s of %s: %s", quote(f.Key), r.Subject(), err.Message), err)
			}
			p.Call = call
			return p
		}
	}
	text := r.File.Content(n)
	parse, rule := expr.ParsePath, &pathSyntax
	if kind.reference {
		parse, rule = expr.ParseReference, &referencePathSyntax
	}
	parsed, err := parse(text)
	if err != nil {
		dialects.Remedy(r.Add(&rule.Rule, err.Span, "%s of %s is not %s: %s", quote(f.Key), r.Subject(), strings.TrimSuffix(kind.name, " or null"),
			err.Message), err)
		return p
	}
	if kind.writes && parsed.Root != expr.RootInput {
		r.Add(&rule.Rule, n.Span, "%s of %s must begin with \"$\" alone, found %s", quote(f.Key), r.Subject(), quote(n.Text)).
			Help = `it is the place of the result in the input: "$.name"`
		return p
	}
	parsed.Project = r.level == Current
	p.Path = parsed
	return p
}

// laterPath names the construct of a later version that a path begins with, or nothing.
func laterPath(s string) string {
	switch {
	case strings.HasPrefix(s, "$$"):
		return "the context object"
	case strings.HasPrefix(s, "States.") && strings.Contains(s, "("):
		return "an intrinsic function"
	case strings.HasPrefix(s, "$"):
		if c, _ := utf8.DecodeRuneInString(s[1:]); c == '_' || unicode.IsLetter(c) {
			return "a variable"
		}
	}
	return ""
}
