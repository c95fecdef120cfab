package hints

import (
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Lines returns an entry of a definition that is a text: the lines that take the place of those that differ in what is made.
func Lines(made, written []byte) *source.Node {
	a, b := strings.SplitAfter(string(made), "\n"), strings.SplitAfter(string(written), "\n")
	before := 0
	for before < min(len(a), len(b)) && a[before] == b[before] {
		before++
	}
	behind := 0
	for behind < min(len(a), len(b))-before && a[len(a)-1-behind] == b[len(b)-1-behind] {
		behind++
	}
	entry := dialects.NewObject()
	dialects.Put(entry, hintLines, dialects.NewText(strings.Join(b[before:len(b)-behind], "")))
	dialects.Put(entry, hintOf, dialects.NewText(digestText(string(made))))
	dialects.Put(entry, hintFrom, &source.Node{Kind: source.Number, Text: strconv.Itoa(before)})
	dialects.Put(entry, hintTo, &source.Node{Kind: source.Number, Text: strconv.Itoa(len(a) - behind)})
	return entry
}

// ApplyLines returns what a converter made, with the lines of an entry, if it is what they were kept for.
func ApplyLines(entry *source.Node, made []byte) []byte {
	text, of, from, to := entry.Get(hintLines), entry.Get(hintOf), entry.Get(hintFrom), entry.Get(hintTo)
	if text == nil || of == nil || from == nil || to == nil || of.Text != digestText(string(made)) {
		return made
	}
	all := strings.SplitAfter(string(made), "\n")
	i, err1 := strconv.Atoi(from.Text)
	j, err2 := strconv.Atoi(to.Text)
	if err1 != nil || err2 != nil || i < 0 || j < i || j > len(all) {
		return made
	}
	return []byte(strings.Join(all[:i], "") + text.Text + strings.Join(all[j:], ""))
}

// KeptLines returns an entry of texts for readers.
func KeptLines(texts []string) *source.Node {
	list := &source.Node{Kind: source.Array}
	for _, t := range texts {
		list.Items = append(list.Items, dialects.NewText(t))
	}
	entry := dialects.NewObject()
	dialects.Put(entry, hintKept, list)
	return entry
}
