package reading

import (
	"iter"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Place is a set of the kinds of objects that a definition is made of, told apart by the fields they may have. Each
// dialect numbers its own.
type Place uint64

// Marks are what a dialect notes about its fields for its own use, such as that a later version brought one.
type Marks uint8

// A Field is what a specification demands of the fields of one name.
type Field struct {
	Name string
	// In is where it may appear, and Must is where it has to, or one of several in its place.
	In, Must Place
	// Vital is where other parts make no sense without it, so that a misspelled one is an error, and is read as the field that was meant.
	Vital Place
	// Local means that the name is unknown elsewhere, instead of being misplaced.
	Local bool
	Marks Marks
	// Extra is the class of what such a field holds and the model has no part for.
	Extra workflow.ExtraClass
}

// A PlaceName is what messages call the objects of a place: "a Task state".
type PlaceName struct {
	In   Place
	Name string
}

// A Vocabulary has the fields of a dialect and the names of its objects. It does not change once it is made.
type Vocabulary struct {
	places   []PlaceName
	fields   []Field
	index    map[string]*Field
	required []*Field // somewhere
}

// NewVocabulary returns a vocabulary of fields. A name for several places comes before the names of each.
func NewVocabulary(places []PlaceName, fields []Field) *Vocabulary {
	v := &Vocabulary{places: places, fields: fields, index: make(map[string]*Field, len(fields))}
	for i := range fields {
		v.index[fields[i].Name] = &fields[i]
		if fields[i].Must != 0 {
			v.required = append(v.required, &fields[i])
		}
	}
	return v
}

// Holds reports whether an object has fields of a place alone, some of which may be misspelled. Objects of other tools seldom do.
func (v *Vocabulary) Holds(n *source.Node, in Place) bool {
	return n.Kind == source.Object && !slices.ContainsFunc(n.Members, func(m source.Member) bool {
		f := v.Field(m.Key)
		return (f == nil || f.In&in == 0) && len(nearest.Names(m.Key, v.Names(in, 0), 1)) == 0
	})
}

// Field returns the field of a name; nil if there is none.
func (v *Vocabulary) Field(name string) *Field { return v.index[name] }

// extraClass returns the class of an extra; that of a field which does not exist is the zero one.
func (v *Vocabulary) extraClass(field string) workflow.ExtraClass {
	if f := v.Field(field); f != nil {
		return f.Extra
	}
	return 0
}

// Extra returns a member as an extra of the model.
func (v *Vocabulary) Extra(m *source.Member) workflow.Extra {
	return workflow.Extra{Key: m.Key, Span: m.KeySpan, Value: m.Value, Class: v.extraClass(m.Key)}
}

// ExtraOf returns the value of a field as an extra of the model.
func (v *Vocabulary) ExtraOf(field string, n *source.Node) workflow.Extra {
	return workflow.Extra{Key: field, Span: n.Span, Value: n, Class: v.extraClass(field)}
}

// TextExtra returns a text as an extra of the model; one without a value if there is none.
func (v *Vocabulary) TextExtra(field string, t *Text) workflow.Extra {
	if t == nil {
		return workflow.Extra{}
	}
	return v.ExtraOf(field, t.Node)
}

// Extras collects what the model has no part for: the given extras that have a value, then members that a definition may not have.
func (v *Vocabulary) Extras(members []*source.Member, given ...workflow.Extra) workflow.Extras {
	var out workflow.Extras
	for _, x := range given {
		if x.Value != nil {
			out = append(out, x)
		}
	}
	for _, m := range members {
		out = append(out, v.Extra(m))
	}
	return out
}

// Names returns the names of the fields that an object may have but for those with some marks, sorted.
func (v *Vocabulary) Names(in Place, without Marks) []string {
	var names []string
	for i := range v.fields {
		if f := &v.fields[i]; f.In&in != 0 && f.Marks&without == 0 {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// Required yields the names of the fields that an object has to have, in the order of the table.
func (v *Vocabulary) Required(in Place) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range v.required {
			if f.Must&in != 0 && !yield(f.Name) {
				return
			}
		}
	}
}

// Name returns what an object is called: "a Task state". A set without a name of its own has that of its first place.
func (v *Vocabulary) Name(in Place) string {
	for _, n := range v.places {
		if n.In == in {
			return n.Name
		}
	}
	for _, n := range v.places {
		if n.In&in != 0 {
			return n.Name
		}
	}
	return ""
}

// List names all the objects that a field may appear in: "a Task state, a Parallel state or a catcher". A name for several
// places is used where all of them are meant, and stands for them.
func (v *Vocabulary) List(in Place) string {
	var names []string
	for _, n := range v.places {
		if n.In&in == n.In {
			names = append(names, n.Name)
			in &^= n.In
		}
	}
	return dialects.Listed(names, "or")
}
