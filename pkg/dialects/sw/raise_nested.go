package sw

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A net in which every node waits for all of its edges is written as the blocks that it consists of: one state after the
// other, with a parallel state for what runs in parallel. A scope of a single region is part of the states around it.

// writeNested writes a region of such a net.
func (d *draft) writeNested(r *workflow.Region) {
	b, flaws := blocks.Nest(r)
	if len(flaws) > 0 {
		d.refuseCycle(flaws[0])
		return
	}
	d.writePart(d.withoutEmpty(b))
}

// withoutEmpty returns a block without empty parallel parts: the data that they pass on is in the document already.
func (d *draft) withoutEmpty(b *blocks.Block) *blocks.Block {
	out := *b
	out.Parts = nil
	for _, p := range b.Parts {
		if t := d.withoutEmpty(p); b.Kind != blocks.Parallel || len(t.Nodes()) > 0 {
			out.Parts = append(out.Parts, t)
		}
	}
	if b.Kind == blocks.Parallel && len(out.Parts) == 1 {
		first := out.Nodes()[0].Element
		d.lose(&dialects.LossJoin, first.NameSpan, first, "a merged result", "sw merges the values that reach a join into the document")
		part := *out.Parts[0]
		part.Layer, part.After = b.Layer, b.After
		return &part
	}
	return &out
}

func (d *draft) refuseCycle(f blocks.Flaw) {
	if f.Kind != blocks.Cycles {
		d.out.Refuse(d.flow, f.Nodes[0].Element.NameSpan, "this part of the flow never reaches the end, or is nested too deeply")
		return
	}
	var path []string
	for _, n := range f.Nodes {
		path = append(path, quote(n.Name()))
	}
	d.out.Refuse(d.flow, f.Nodes[0].Element.NameSpan, "a loop that also continues has no counterpart: %s", strings.Join(path, " → "))
}

// allotBlock names the states of a block.
func (d *draft) allotBlock(b *blocks.Block) {
	switch b.Kind {
	case blocks.Single:
		n := b.Node
		if !inline(n) {
			d.allot(n)
			return
		}
		inner, flaws := blocks.Nest(n.Body.Regions[0])
		if len(flaws) > 0 {
			d.refuseCycle(flaws[0])
			return
		}
		inner = d.withoutEmpty(inner)
		d.inner[n] = inner
		if n.When != nil {
			d.entries[n] = d.names.unique("Check " + n.Element.Name)
		}
		d.allotBlock(inner)
	case blocks.Sequence:
		for _, p := range b.Parts {
			d.allotBlock(p)
		}
	case blocks.Parallel:
		d.blockNames[b] = d.names.unique("parallel")
	case blocks.Layers:
		for _, layer := range layersOf(b) {
			if len(layer.Parts) == 1 {
				d.allotBlock(layer.Parts[0])
			} else {
				d.layerNames[layer.Parts[0]] = d.names.unique("layer")
			}
		}
	}
}

// inline reports whether a scope is part of the states around it.
func inline(n *workflow.Node) bool {
	return n.Kind == workflow.Scope && !n.Body.Each && len(n.Body.Regions) == 1 && n.Body.Regions[0].Start.Split == workflow.SplitAll
}

// layersOf are the parts of layers by their layer, each of them parts that run in parallel.
func layersOf(b *blocks.Block) []*blocks.Block {
	var out []*blocks.Block
	for _, p := range b.Parts {
		if len(out) <= p.Layer {
			out = append(out, &blocks.Block{Kind: blocks.Parallel})
		}
		last := out[len(out)-1]
		last.Parts = append(last.Parts, p)
	}
	return out
}

// entry is the way to a block, which is the one after it if there is nothing in it.
func (d *draft) entry(b *blocks.Block, next way) way {
	switch b.Kind {
	case blocks.Single:
		if name := d.entries[b.Node]; name != "" {
			return way{to: name}
		}
		return d.entry(d.inner[b.Node], next)
	case blocks.Sequence:
		for _, p := range b.Parts {
			if w := d.entry(p, way{}); w.to != "" {
				return w
			}
		}
	case blocks.Parallel:
		return way{to: d.blockNames[b]}
	case blocks.Layers:
		first := layersOf(b)[0].Parts[0]
		if name := d.layerNames[first]; name != "" {
			return way{to: name}
		}
		return d.entry(first, next)
	}
	return next
}

// writeBlock writes the states of a block.
func (d *draft) writeBlock(b *blocks.Block, next way) {
	switch b.Kind {
	case blocks.Single:
		d.writeSingle(b.Node, next)
	case blocks.Sequence:
		d.writeSequence(b.Parts, next)
	case blocks.Parallel:
		d.writeParallel(d.blockNames[b], b.Parts, next)
	case blocks.Layers:
		d.writeLayers(b, next)
	}
}

// writeSequence writes blocks one after the other.
func (d *draft) writeSequence(parts []*blocks.Block, next way) {
	ways := make([]way, len(parts)+1)
	ways[len(parts)] = next
	for i := len(parts) - 1; i >= 0; i-- {
		ways[i] = d.entry(parts[i], ways[i+1])
	}
	for i, p := range parts {
		d.writeBlock(p, ways[i+1])
	}
}

// writeSingle writes a node that leads on along a way.
func (d *draft) writeSingle(n *workflow.Node, next way) {
	d.onward = &next
	inner := d.inner[n]
	if inner == nil {
		d.write(n)
		d.onward = nil
		return
	}
	if n.When != nil {
		s := d.add(d.entries[n], Switch)
		c := d.choices(n.Element)
		c.add(n.When, d.entry(inner, next), nil)
		c.put(s, next)
	}
	d.onward = nil
	d.writeBlock(inner, next)
}

// writeParallel writes blocks that run at the same time.
func (d *draft) writeParallel(name string, parts []*blocks.Block, next way) {
	var all []branch
	var first *workflow.Node
	for _, p := range parts {
		nodes := p.Nodes()
		if len(nodes) == 0 {
			continue
		}
		if first == nil {
			first = nodes[0]
		}
		all = append(all, branch{nodes[0].Element.Name, inSequence(p), func(child *draft) { child.writePart(p) }})
	}
	s := d.addParallel(name, nil, all)
	d.lose(&dialects.LossJoin, first.Element.NameSpan, first.Element, "results that are merged as the branches end", "sw merges the values that reach a join into the document")
	d.failOnTimeout(s, limited(s))
	d.leave(s, next)
}

// writePart writes a block as a definition.
func (d *draft) writePart(b *blocks.Block) {
	d.blockNames, d.layerNames, d.inner = map[*blocks.Block]string{}, map[*blocks.Block]string{}, map[*workflow.Node]*blocks.Block{}
	d.allotBlock(b)
	if d.out.Reason != "" {
		return
	}
	w := d.entry(b, way{})
	if w.to == "" { // there is nothing in it
		w.to = d.addEnding(way{})
	}
	d.start = w.to
	d.writeBlock(b, way{})
}

// writeLayers writes parts that need each other in layers: those of one run in parallel, once all of the layers before are done.
func (d *draft) writeLayers(b *blocks.Block, next way) {
	all := layersOf(b)
	ways := make([]way, len(all)+1)
	ways[len(all)] = next
	for i := len(all) - 1; i >= 0; i-- {
		first := all[i].Parts[0]
		if name := d.layerNames[first]; name != "" {
			ways[i] = way{to: name}
		} else {
			ways[i] = d.entry(first, ways[i+1])
		}
	}
	nodes := b.Nodes()
	d.lose(&dialects.LossOrder, nodes[0].Element.NameSpan, nodes[0].Element, "layers in sequence", "each step waits for all steps of the layers before it")
	d.lose(&dialects.LossJoin, nodes[0].Element.NameSpan, nodes[0].Element, "results that are merged as the branches end", "sw merges the values that reach a join into the document")
	for i, layer := range all {
		if first := layer.Parts[0]; d.layerNames[first] == "" {
			d.writeBlock(first, ways[i+1])
		} else {
			d.writeParallel(d.layerNames[first], layer.Parts, ways[i+1])
		}
	}
}
