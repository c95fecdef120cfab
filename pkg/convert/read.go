package convert

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Read reads what was raised back into the model. An error reports that it cannot be run: then the converter is at fault, and
// not the definition that was converted.
func Read(d dialects.Dialect, printed []dialects.Printed, format source.Format, o dialects.Options) (*workflow.Program, error) {
	loader := load.Loader{Settings: load.Always(load.Settings{Dialect: d, Options: o})}
	var all []*load.Definition
	for _, x := range printed {
		read := loader.Read(load.Text(x.ID+suffix(d, format), x.Text))
		if len(read.Problems) > 0 {
			return nil, fmt.Errorf("the %s definition that the converter wrote cannot be read: %s", d.Name(), read.Problems[0].Message)
		}
		p := read.Lower()
		if p == nil {
			return nil, fmt.Errorf("the %s definition that the converter wrote defines nothing", d.Name())
		}
		for _, w := range p.Workflows {
			if len(w.Unsupported) > 0 {
				return nil, fmt.Errorf("the %s definition that the converter wrote cannot be run: %s", d.Name(), w.Unsupported[0].Message("run"))
			}
		}
		all = append(all, read)
	}
	return load.Link(all...), nil
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
