package convert

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Read reads what was raised back into the model. An error tells that it cannot be played: what was written is at fault then,
// and not what it was made of.
func Read(d dialects.Dialect, printed []dialects.Printed, format source.Format, o dialects.Options) (*workflow.Program, error) {
	all := &workflow.Program{}
	for _, x := range printed {
		f := source.NewFile(x.ID+suffix(d, format), x.Text)
		if _, textual := d.(dialects.Textual); !textual {
			if problems := source.Parse(f); len(problems) > 0 {
				return nil, fmt.Errorf("what was written as %s cannot be read: %s", d.Name(), problems[0].Message)
			}
		}
		p := d.Read(f, o).Lower()
		if p == nil {
			return nil, fmt.Errorf("what was written as %s defines nothing", d.Name())
		}
		for _, w := range p.Workflows {
			if len(w.Unsupported) > 0 {
				return nil, fmt.Errorf("what was written as %s cannot be played: %s", d.Name(), w.Unsupported[0].Message("run"))
			}
		}
		all.Workflows = append(all.Workflows, p.Workflows...)
		if all.Fallback == nil {
			all.Select, all.Fallback = p.Select, p.Fallback
		}
	}
	return all, nil
}

// suffix is the first ending of a dialect's files that go with a format.
func suffix(d dialects.Dialect, format source.Format) string {
	all := d.Suffixes()
	for _, s := range all {
		if source.FormatOf(s, nil) == format {
			return s
		}
	}
	return all[0]
}
