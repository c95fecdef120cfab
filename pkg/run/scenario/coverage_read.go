package scenario

import (
	"errors"
	"fmt"

	"github.com/flowglot/flowglot/pkg/value"
)

// Load adds the hits that a file of [Coverage.WriteJSON] has of the workflow. It is an error if the file is not one, does not
// have the workflow, or was made from another version of its definition.
func (f *FlowCoverage) Load(doc any) error {
	root, ok := doc.(*value.Object)
	if !ok || !value.Equal(root.Get("version"), int64(1)) {
		return errors.New("not a coverage file of 'flowglot test --coverage-format json'")
	}
	files, _ := root.Get("files").([]any)
	found, fits := false, false
	for _, x := range files {
		file, ok := x.(*value.Object)
		if !ok || !value.Equal(file.Get("workflow"), f.Workflow.ID) {
			continue
		}
		found = true
		points, _ := file.Get("points").([]any)
		if f.matches(points) {
			fits = true
			for i, p := range points {
				hits, _ := p.(*value.Object).Get("hits").(int64)
				f.Points[i].Hits += int(hits)
			}
		}
	}
	switch {
	case !found:
		return fmt.Errorf("no coverage of the workflow %q; no case ran it", f.Workflow.ID)
	case !fits:
		return fmt.Errorf("the definition of %q has changed since its coverage was measured; run flowglot test again", f.Workflow.ID)
	}
	return nil
}

// matches reports whether points of a file are those of the workflow.
func (f *FlowCoverage) matches(points []any) bool {
	if len(points) != len(f.Points) {
		return false
	}
	for i, x := range points {
		o, ok := x.(*value.Object)
		if !ok {
			return false
		}
		p := f.Points[i]
		at := p.File.Position(p.Span.Start)
		if !value.Equal(o.Get("kind"), p.Kind.String()) || !value.Equal(o.Get("name"), p.Name) ||
			!value.Equal(o.Get("line"), int64(at.Line)) || !value.Equal(o.Get("column"), int64(at.Column)) {
			return false
		}
	}
	return true
}
