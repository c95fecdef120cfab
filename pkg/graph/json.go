package graph

import (
	"bytes"
	"encoding/json"
)

// startOrEnd is the end of an edge that comes from the start of its region or leads to its end.
const startOrEnd = "[*]"

type jsonNode struct {
	ID     string  `json:"id"`
	Label  string  `json:"label"`
	Kind   string  `json:"kind"`
	Parent *string `json:"parent"`
	// State and Notes are what overlays add.
	State string   `json:"state,omitempty"`
	Notes []string `json:"notes,omitempty"`
}

type jsonEdge struct {
	From  string   `json:"from"`
	To    string   `json:"to"`
	Label string   `json:"label"`
	Kind  EdgeKind `json:"kind"`
	State string   `json:"state,omitempty"`
	Notes []string `json:"notes,omitempty"`
}

// JSON returns the drawing for programs, a node or an edge on each line:
//
//	{"nodes": [{"id", "label", "kind", "parent"}], "edges": [{"from", "to", "label", "kind"}]}
//
// The ends of an edge are ids of nodes, or "[*]" for the start and the end of its region. The kind of a node is that of
// the model. The parent is the scope that a node lies in, or null. With overlays, nodes and edges have "state" and "notes".
func (d *Drawing) JSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)

	b.WriteString(`{"nodes": [`)
	for i, n := range d.Nodes {
		separate(&b, i)
		line := jsonNode{ID: n.ID, Label: n.Label, Kind: n.Kind.String(), State: n.State.String(), Notes: n.Notes}
		if n.Parent != nil {
			line.Parent = &n.Parent.ID
		}
		if err := enc.Encode(line); err != nil {
			return nil, err
		}
		b.Truncate(b.Len() - 1) // the line end that Encode writes
	}
	b.WriteString("],\n \"edges\": [")
	for i, e := range d.Edges {
		separate(&b, i)
		if err := enc.Encode(jsonEdge{From: end(e.From), To: end(e.To), Label: e.Label, Kind: e.Kind, State: e.State.String(), Notes: e.Notes}); err != nil {
			return nil, err
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteString("]}\n")
	return b.Bytes(), nil
}

// separate parts the items of a list by line ends.
func separate(b *bytes.Buffer, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
	b.WriteString("\n  ")
}

// end returns an end of an edge.
func end(n *Node) string {
	if n == nil {
		return startOrEnd
	}
	return n.ID
}
