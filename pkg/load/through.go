package load

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/load/embedded"
	"github.com/flowglot/flowglot/pkg/source"
)

// readThrough reads a text of a file that shows what is inside only together with the file which refers to it.
func (l *Loader) readThrough(d *Definition, text []byte) []*Definition {
	read := func(path string) ([]byte, error) {
		if path == d.Path {
			return text, nil
		}
		return files.ReadRegular(path)
	}
	again := func(text []byte) []*Definition { return l.readThrough(d, text) }
	var all []*Definition
	seen := map[source.Span]bool{}
	for _, through := range append([]*source.File{d.deployed.Through}, d.alsoThrough...) {
		for _, p := range (embedded.Finder{Read: read, List: namesIn}).FindWithin(through, d.Path) {
			if x := l.readPart(through, p); x != nil && !seen[p.Span] {
				seen[p.Span] = true
				x.again, x.searched = again, nil
				all = append(all, x)
			}
		}
	}
	if len(all) == 0 { // the text cannot be read
		x := &Definition{Source: Text(d.Path, text), Dialect: d.Dialect, Detection: d.Detection, again: again}
		x.Problems = source.Parse(x.File)
		all = append(all, x)
	}
	return all
}

// Only reports whether the file of a definition, which a template refers to, can be read through the template alone.
func (d *Definition) Only() bool { return d.deployed != nil && d.deployed.Through != nil }

// JoinShared joins those definitions whose file can be read only through others, and is the same: reading it for the first of them reads it
// through all of these, with the parts of each.
func JoinShared(referred []*Definition) {
	first := map[string]*Definition{}
	for _, d := range referred {
		switch {
		case !d.Only():
		case first[d.Path] == nil:
			first[d.Path] = d
		default:
			x := first[d.Path]
			if through := d.deployed.Through; through != x.deployed.Through && !slices.Contains(x.alsoThrough, through) {
				x.alsoThrough = append(x.alsoThrough, through)
			}
		}
	}
}
