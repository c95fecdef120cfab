package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Chains looks at the workflows of several files that start one another: give it the report of each file, and then ask
// for what it finds. The zero value is ready for use. It keeps of each file only what it needs.
type Chains struct {
	links []chainLink
	byID  map[string]int // the first of each id
	calls []chainCall
	names map[string]*knownNames // by dialect; made when it is asked for
}

// knownNames are the ids of the workflows of a dialect, and what names that none of them has were probably meant to be.
type knownNames struct {
	links int
	all   []string // each once
	help  map[string]string
}

// mostNames bounds among how many ids a near one is sought.
const mostNames = 4_000

// A chainLink is a workflow of a file.
type chainLink struct {
	id, dialect string
	then        string          // the id of the one that follows
	place       diag.Diagnostic // of the transition to that; without a file, nothing follows
}

// A chainCall is a node that calls a workflow by its id.
type chainCall struct {
	link     int // the workflow of the node
	node, id string
	place    diag.Diagnostic
}

// Add takes the workflows of a file. It reports whether one of them calls another or is followed by one, so that there may be
// findings about the file.
func (c *Chains) Add(r *Report) (linked bool) {
	if r == nil || r.Program == nil {
		return false
	}
	c.names = nil
	for _, w := range r.Program.Workflows {
		x := chainLink{id: strings.Clone(w.ID), dialect: w.Dialect} // names are parts of the text of their file, which is not to be kept
		if w.Then != nil {
			x.then, x.place = strings.Clone(w.Then.ID), placeIn(r, w, w.Then.Span)
			linked = true
		}
		for _, n := range w.Nodes {
			if n.Call != nil && n.Call.Workflow {
				c.calls = append(c.calls, chainCall{len(c.links), strings.Clone(n.Name()), strings.Clone(n.Call.Task), placeIn(r, w, n.Call.Span)})
				linked = true
			}
		}
		if c.byID == nil {
			c.byID = map[string]int{}
		}
		if _, taken := c.byID[x.id]; !taken {
			c.byID[x.id] = len(c.links)
		}
		c.links = append(c.links, x)
	}
	return linked
}

// placeIn is a finding at a place of a workflow that has no text yet. The file of the workflow itself would keep its text and its tree, and
// need not be the one that the user knows.
func placeIn(r *Report, w *workflow.Workflow, at source.Span) diag.Diagnostic {
	d := []diag.Diagnostic{{File: r.Owner(), Span: r.Where(at), Dialect: w.Dialect}}
	diag.Detach(d)
	return d[0]
}

// found is a finding of a rule at a place.
func found(rule *diag.Rule, at diag.Diagnostic, message, help string) diag.Diagnostic {
	at.Rule, at.Severity, at.Message, at.Help = rule.ID, rule.Severity, message, help
	return at
}

// Findings returns what is wrong with the chains, in the order of the files. That a workflow starts itself is among the
// findings of its own file. With a single workflow nothing is reported about one that it starts and that is not there: it may
// well be elsewhere.
func (c *Chains) Findings() []diag.Diagnostic {
	var out []diag.Diagnostic
	state := make([]uint8, len(c.links)) // by link: 0 not seen, 1 on the path, 2 done
	for i := range c.links {
		out = append(out, c.unknown(i)...)
		out = append(out, c.cycle(i, state)...)
	}
	for i := range c.calls {
		out = append(out, c.unknownCall(&c.calls[i])...)
	}
	return out
}

// unknownCall reports a call of a workflow that none of several files defines.
func (c *Chains) unknownCall(x *chainCall) []diag.Diagnostic {
	if _, known := c.byID[x.id]; known {
		return nil
	}
	help, several := c.meant(x.link, x.id)
	if !several {
		return nil
	}
	d := found(&unknownCalledRule, x.place, fmt.Sprintf("%q calls the workflow %q, which none of the files defines", x.node, x.id), help)
	if d.Help != "" {
		d.Severity = diag.Warning
	}
	return []diag.Diagnostic{d}
}

// meant returns the remedy for a name that no workflow has, where a link refers to it. It reports false if there is no other workflow of
// the same dialect.
func (c *Chains) meant(i int, name string) (help string, several bool) {
	if c.names == nil {
		c.names = map[string]*knownNames{}
		for _, x := range c.links {
			known := c.names[x.dialect]
			if known == nil {
				known = &knownNames{help: map[string]string{}}
				c.names[x.dialect] = known
			}
			known.links++
			known.all = append(known.all, x.id)
		}
		for _, known := range c.names {
			slices.Sort(known.all)
			known.all = slices.Compact(known.all)
		}
	}
	known := c.names[c.links[i].dialect]
	if known.links == 1 || len(known.all) == 1 {
		return "", known.links > 1
	}
	help, sought := known.help[name]
	if !sought && len(known.all) <= mostNames {
		help = nearest.Help(name, known.all)
		known.help[name] = help
	}
	return help, true
}

// next returns the link that follows another, or -1.
func (c *Chains) next(i int) int {
	if x := &c.links[i]; x.place.File != nil {
		if j, ok := c.byID[x.then]; ok {
			return j
		}
	}
	return -1
}

// unknown reports a link to a workflow that none of several files defines.
func (c *Chains) unknown(i int) []diag.Diagnostic {
	x := &c.links[i]
	if x.place.File == nil || c.next(i) >= 0 {
		return nil
	}
	help, several := c.meant(i, x.then)
	if !several {
		return nil
	}
	d := found(&unknownNextRule, x.place, fmt.Sprintf("workflow %q starts %q, which none of the files defines", x.id, x.then), help)
	if d.Help != "" {
		d.Severity = diag.Warning
	}
	return []diag.Diagnostic{d}
}

// cycle follows a chain from a link, and reports the cycle of several that it ends in, if nobody has seen it yet.
func (c *Chains) cycle(i int, state []uint8) []diag.Diagnostic {
	var path []int
	for ; i >= 0 && state[i] == 0; i = c.next(i) {
		state[i] = 1
		path = append(path, i)
	}
	again := i >= 0 && state[i] == 1
	for _, j := range path {
		state[j] = 2
	}
	if !again || c.next(i) == i {
		return nil
	}
	var names []string
	for j := c.next(i); j != i && len(names) < 5; j = c.next(j) {
		names = append(names, c.links[j].id)
	}
	x := &c.links[i]
	return []diag.Diagnostic{chainCycle(x.place, fmt.Sprintf("workflow %q starts itself again, through %s", x.id, strings.Join(names, ", ")))}
}

func chainCycle(at diag.Diagnostic, message string) diag.Diagnostic {
	return found(&chainCycleRule, at, message, "a chain starts the next workflow after every end: remove one of the links")
}

// selfChain reports a workflow that starts itself.
func (c *netCheck) selfChain() {
	if w := c.flow; w.Then != nil && w.Then.ID == w.ID {
		at := diag.Diagnostic{File: w.File, Span: w.Then.Span, Dialect: w.Dialect}
		c.findings = append(c.findings, chainCycle(at, fmt.Sprintf("workflow %q starts itself again when it ends", w.ID)))
	}
}
