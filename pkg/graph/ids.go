package graph

import (
	"slices"
	"strconv"
	"strings"
)

// maxID is how many characters of a name an id in Mermaid text takes over.
const maxID = 40

// ids are the ids of a drawing's boxes in Mermaid text. They are legal in state diagrams and in flowcharts alike.
type ids struct {
	nodes    map[*Node]string
	branches map[*Region]string
}

// newIDs gives an id to every node of a drawing, in order, and then to every branch that has a frame of its own.
func newIDs(d *Drawing) ids {
	given := ids{make(map[*Node]string, len(d.Nodes)), map[*Region]string{}}
	free := &names{taken: make(map[string]bool, len(d.Nodes)), next: map[string]int{}, separate: "_"}
	for _, n := range d.Nodes {
		label := n.name()
		if n.Number > 0 {
			label = n.Label + "_" + strconv.Itoa(n.Number)
		}
		given.nodes[n] = free.take(identifier(label))
	}
	for _, n := range d.Nodes {
		for i, r := range n.Regions {
			if len(n.Regions) > 1 {
				given.branches[r] = free.take(given.nodes[n] + "_b" + strconv.Itoa(i+1))
			}
		}
	}
	return given
}

// identifier returns a legal id that reads like a name: "Is it valid?" becomes "IsItValid".
func identifier(name string) string {
	id := camel(name)
	if id == "" || id[0] < 'A' {
		id = "s" + id
	}
	if unusable(id) {
		id += "_s"
	}
	return id
}

// camel keeps letters and digits of ASCII and the underscores between them. A letter after something that is not kept
// becomes a capital.
func camel(name string) string {
	id := make([]byte, 0, min(len(name), maxID))
	gap := false
	for i := 0; i < len(name) && len(id) < maxID; i++ {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z' && gap && len(id) > 0:
			c -= 'a' - 'A'
			fallthrough
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_' && !gap && len(id) > 0:
			id = append(id, c)
			gap = false
		default:
			gap = true
		}
	}
	return strings.TrimRight(string(id), "_")
}

// unusable reports whether an id means something else: to Mermaid, which also makes up ids that end in _start and _end,
// or to JavaScript, whose objects come with members of these names. A line that ends in "direction" would turn the
// diagram if the next one began with a direction.
func unusable(id string) bool {
	id = strings.ToLower(id)
	for _, suffix := range []string{"_start", "_end", "direction"} {
		if strings.HasSuffix(id, suffix) {
			return true
		}
	}
	_, reserved := slices.BinarySearch(reservedIDs[:], id)
	return reserved
}

// reservedIDs are the words that are not ids, in lower case and in order.
var reservedIDs = [...]string{
	"accdescr", "acctitle", "as", "bt", "call", "callback", "choice", "class", "classdef", "click", "concurrent",
	"constructor", "default", "direction", "end", "floating", "flowchart", "fork", "graph", "hasownproperty", "hide",
	"href", "interpolate", "isprototypeof", "join", "left", "linkstyle", "lr", "note", "of", "propertyisenumerable",
	"prototype", "right", "rl", "root", "scale", "state", "statediagram", "style", "subgraph", "tb", "td",
	"title", "tolocalestring", "tosource", "tostring", "valueof", "watch",
}
