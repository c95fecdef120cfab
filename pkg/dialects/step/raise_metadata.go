package step

import (
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What definitions of other dialects say and steps have no field for goes to the metadata of the workflow, for the way back:
//
//	"metadata": {"flowglot": {"dialect": "asl", "workflow": {…}, "steps": {"Charge": {…}}, "scopes": {"Both": {…}}}}

// kept is what elements say, by the name of each.
type kept struct {
	names []string
	of    map[string]*source.Node
}

func newKept() *kept { return &kept{of: map[string]*source.Node{}} }

// at is what is kept of a name, to which more may be added.
func (k *kept) at(name string) *source.Node {
	if k.of[name] == nil {
		k.of[name] = dialects.NewObject()
		k.names = append(k.names, name)
	}
	return k.of[name]
}

// add keeps extras that are not written elsewhere.
func (k *kept) add(name string, extras workflow.Extras, written ...string) {
	for _, x := range extras {
		if x.Value == nil || x.Value.Kind == source.String && slices.Contains(written, x.Value.Text) {
			continue
		}
		if at := k.at(name); at.Member(x.Key) == nil {
			dialects.Put(at, x.Key, x.Value)
		}
	}
}

// addPart keeps what the i-th part of a sort says.
func (k *kept) addPart(name, sort string, i int, extras workflow.Extras, title string) {
	if len(extras) == 0 && title == "" {
		return
	}
	at := k.at(name)
	parts := at.Get(sort)
	if parts == nil || parts.Kind != source.Object {
		if parts = dialects.NewObject(); at.Member(sort) != nil {
			sort += " "
		}
		dialects.Put(at, sort, parts)
	}
	part := dialects.NewObject()
	if title != "" {
		dialects.Put(part, "name", dialects.NewText(title))
	}
	dialects.PutExtras(part, extras)
	if key := strconv.Itoa(i + 1); parts.Member(key) == nil {
		dialects.Put(parts, key, part)
	}
}

// object is all that is kept of the names for which a function holds; nil if that is nothing.
func (k *kept) object(which func(name string) bool) *source.Node {
	out := dialects.NewObject()
	for _, name := range k.names {
		if x := k.of[name]; len(x.Members) > 0 && which(name) {
			dialects.Put(out, name, x)
		}
	}
	if len(out.Members) == 0 {
		return nil
	}
	return out
}

// keepParts keeps what the parts of a node say beside what they do: its retriers, its timers, its edges and its branches, under
// the id of its step, or under its name where it has none.
func (w *writer) keepParts(n *workflow.Node, d *draft) {
	k, name := w.scopes, n.Element.Name
	switch {
	case d != nil:
		k, name = w.fields, d.id
	case n.Body == nil:
		return
	default:
		k.add(name, n.Element.Extras, n.Element.Title, n.Element.Doc)
	}
	for i := range n.Retry {
		k.addPart(name, "retry", i, n.Retry[i].Extras, "")
	}
	for i := range n.Timers {
		k.addPart(name, "timers", i, n.Timers[i].Extras, "")
	}
	for i, e := range n.Out {
		k.addPart(name, "edges", i, e.Extras, "")
	}
	if n.Body != nil {
		for i, r := range n.Body.Regions {
			k.addPart(name, "branches", i, r.Extras, r.Name)
		}
	}
}

// metadata holds what was kept of the steps that are written.
func (w *writer) metadata(reached map[*draft]bool) *source.Node {
	ids := make(map[string]bool, len(reached))
	for d := range reached {
		ids[d.id] = true
	}
	whole := newKept()
	whole.add("workflow", w.flow.Extras, w.flow.Doc, w.flow.Title)
	all := dialects.NewObject()
	dialects.Put(all, "dialect", dialects.NewText(w.flow.Dialect))
	if x := whole.of["workflow"]; x != nil {
		dialects.Put(all, "workflow", x)
	}
	dialects.Put(all, "steps", w.fields.object(func(id string) bool { return ids[id] }))
	dialects.Put(all, "scopes", w.scopes.object(func(string) bool { return true }))
	if len(all.Members) == 1 {
		return nil
	}
	out := dialects.NewObject()
	dialects.Put(out, "flowglot", all)
	return out
}
