package source

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// The reader of YAML. The library parses; what it does not tell is computed here from the text: where a value ends, in
// bytes. The text that the library gets differs from that of the file in single bytes that it would give up at, and has
// the same length, so that offsets are true for both.

// A yamlReader is the state of reading one text.
type yamlReader struct {
	file  *File
	text  string
	found problems
	slab  slab
	marks ruler

	anchors  map[*yaml.Node]*anchored // what an anchor was converted to
	expanded bool                     // aliases have made the tree too large
	brought  int                      // the members that merge keys have looked at
	mergeEnd int                      // where the value of the last merge key ends
	cut      bool                     // the text was cut off before a mistake
	tooDeep  bool                     // that the text is nested too deep has been reported

	members []Member // those of the mappings that are being converted, the innermost last
	items   []*Node  // those of the sequences that are being converted
}

func parseYAML(f *File) []Problem {
	r := &yamlReader{file: f, text: f.asString(), slab: newSlab(len(f.Text)), anchors: map[*yaml.Node]*anchored{}}
	if !checkEncoding(f, r.text, &r.found) {
		return r.found.sorted()
	}
	r.clean()
	r.marks = newRuler(r.text, f.bom())
	doc, err := r.load(r.text)
	if err != nil {
		doc = r.beforeMistake(err)
	}
	if doc != nil {
		f.Root = r.document(doc)
	}
	if f.Root == nil && len(r.found.list) == 0 {
		r.found.add(Problem{Rule: ruleEmpty, Message: "the file is empty"})
	}
	return r.found.sorted()
}

// clean replaces the bytes that the library would give up at by underscores: what is not UTF-8, which has been
// reported, and control characters, of which the first is reported here. The version 1.2 of YAML, which the library
// reads but does not admit to, becomes 1.1.
func (r *yamlReader) clean() {
	var clean []byte
	set := func(from int, with string) {
		if clean == nil {
			clean = []byte(r.text)
		}
		copy(clean[from:], with)
	}
	controls := false
	for i := 0; i < len(r.text); {
		c, size := rune(r.text[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(r.text[i:])
		}
		switch {
		case c == utf8.RuneError && size == 1:
			set(i, "_")
		case c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0xFFFE || c == 0xFFFF:
			set(i, strings.Repeat("_", size))
			if !controls {
				r.found.add(Problem{
					Rule:    ruleSyntax,
					Span:    Span{i, i + size},
					Message: "YAML has no " + strings.TrimPrefix(describe(r.text, i), "the "),
					Help:    "write it as an escape sequence in double quotes",
				})
			}
			controls = true
		}
		i += size
	}
	if at := versionDirective(r.text, r.file.bom()); at >= 0 {
		set(at, "1")
	}
	if clean != nil {
		r.text = string(clean)
	}
}

// versionDirective returns the offset of the minor digit of a %YAML 1.2 directive that a text begins with, or -1.
func versionDirective(text string, at int) int {
	const directive = "%YAML 1.2"
	for at < len(text) {
		end := lineEnd(text, at)
		line := text[at:end]
		switch {
		case strings.HasPrefix(line, directive) && strings.TrimRight(line[len(directive):], " \t") == "":
			return at + len(directive) - 1
		case strings.TrimSpace(line) != "" && line[0] != '#' && line[0] != '%':
			return -1
		}
		at = end + 1
	}
	return -1
}

// load reads the document of a text, and reports a second one. A panic of the library is an error like any other.
func (r *yamlReader) load(text string) (doc *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, errUnreadable
		}
	}()
	loader, err := yaml.NewLoader(strings.NewReader(text), yaml.WithPlugin(policy{}))
	if err != nil {
		return nil, err
	}
	var first, second yaml.Node
	if err := loader.Load(&first); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, err
	}
	switch err := loader.Load(&second); {
	case errors.Is(err, io.EOF):
	case err != nil:
		r.mistake(err)
	case !blank(&second):
		at := r.marks.offset(second.Line, second.Column)
		r.found.add(Problem{
			Rule:    ruleSyntax,
			Span:    Span{at, min(at+len("---"), lineEnd(r.text, at))},
			Message: "second document in the file",
			Help:    "move it to a separate file",
		})
	}
	return &first, nil
}

// blank reports whether a document has nothing in it.
func blank(doc *yaml.Node) bool {
	return len(doc.Content) == 1 && doc.Content[0].Kind == yaml.ScalarNode && doc.Content[0].Value == "" &&
		doc.Content[0].Style == 0 && doc.Content[0].Anchor == ""
}

// beforeMistake reports the mistake that the library stopped at and returns the document that the lines before it make,
// or nil if they make none. It takes few attempts: what the lines before a mistake lack is mostly a bracket or a quote
// that was opened some lines earlier, and then the mark of the context has the place.
func (r *yamlReader) beforeMistake(err error) *yaml.Node {
	const attempts = 3
	limit := r.mistake(err)
	r.file.Incomplete = true
	for range attempts {
		limit = strings.LastIndexAny(r.text[:limit], "\r\n") + 1
		if limit <= r.file.bom() {
			break
		}
		known := len(r.found.list)
		doc, err := r.load(r.text[:limit])
		r.found.list = r.found.list[:known] // of the part, everything has been said
		if err == nil {
			r.cut = true
			r.text = r.text[:limit]
			return doc
		}
		limit = min(limit-1, r.limitOf(err))
	}
	return nil
}

// limitOf returns the offset before which a text is free of the mistake of an error.
func (r *yamlReader) limitOf(err error) int {
	var load *yaml.LoadError
	if !errors.As(err, &load) {
		return 0
	}
	limit := r.marks.offset(load.Mark.Line, load.Mark.Column)
	if load.ContextMark.Line > 0 {
		limit = min(limit, r.marks.offset(load.ContextMark.Line, load.ContextMark.Column))
	}
	return limit
}

var (
	errTooDeep    = fmt.Errorf("mappings and sequences are nested more than %d deep", maxDepth)
	errUnreadable = errors.New("the text cannot be read as YAML")
)

// policy sets the limits of the library, and lets it go on after an alias that has no anchor.
type policy struct{}

// CheckDepth implements [yaml.LoaderLimitsPlugin].
func (policy) CheckDepth(depth int, _ *yaml.DepthContext) error {
	if depth > maxDepth {
		return errTooDeep
	}
	return nil
}

// CheckAlias implements [yaml.LoaderLimitsPlugin]. Nothing is expanded.
func (policy) CheckAlias(_, _ int) error { return nil }

// NewAliasDataContext implements [yaml.AliasDataPlugin].
func (policy) NewAliasDataContext(yaml.AliasDataServices) (yaml.AliasDataContext, error) {
	return &scope{}, nil
}

// A scope holds the anchors of a document.
type scope struct {
	anchors map[string]*yaml.Node
}

// unknownTag marks the node that stands for an anchor that there is not.
const unknownTag = "!unknown-anchor"

// BeginDocument implements [yaml.AliasDataContext].
func (s *scope) BeginDocument() error {
	s.anchors = map[string]*yaml.Node{}
	return nil
}

// DefineAnchor implements [yaml.AliasDataContext].
func (s *scope) DefineAnchor(name string, n *yaml.Node) error {
	s.anchors[name] = n
	return nil
}

// ResolveAlias implements [yaml.AliasDataContext].
func (s *scope) ResolveAlias(name string) (*yaml.Node, bool, error) {
	if n := s.anchors[name]; n != nil {
		return n, true, nil
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: unknownTag, Style: yaml.TaggedStyle}, true, nil
}

// EndDocument implements [yaml.AliasDataContext].
func (s *scope) EndDocument() error { return nil }
