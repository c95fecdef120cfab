package embedded

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// The parser of HCL descends into what is nested, and has no bound of its own. What is beyond these is not read; no person writes
// it.
const (
	mostHCL    = 1 << 20 // bytes
	deepestHCL = 300     // brackets, operators before a value, conditions and splats inside of one another
)

// parsable reports whether configuration of Terraform is within the bounds.
func parsable(text []byte) bool {
	return withinBounds(text, hclsyntax.LexConfig)
}

// parsableTemplate reports whether a template is within the bounds.
func parsableTemplate(text []byte) bool {
	return withinBounds(text, hclsyntax.LexTemplate)
}

func withinBounds(text []byte, lex func([]byte, string, hcl.Pos) (hclsyntax.Tokens, hcl.Diagnostics)) bool {
	if len(text) > mostHCL {
		return false
	}
	tokens, _ := lex(text, "", hcl.InitialPos)
	n := nesting{levels: []level{{lines: true}}}
	for i := range tokens {
		if n.add(tokens, i); n.depth > deepestHCL {
			return false
		}
	}
	return true
}

// A nesting counts how deep the parser descends at a token.
type nesting struct {
	levels []level // the first is the file, the others are open brackets
	depth  int     // the sum of what they add
	blocks int     // directives of templates that are open
}

// A level is what is between two brackets.
type level struct {
	adds  int  // to the depth
	lines bool // expressions end with their line
}

// add counts a token.
func (n *nesting) add(tokens hclsyntax.Tokens, i int) {
	switch tokens[i].Type {
	case hclsyntax.TokenOBrace:
		n.open(true)
	case hclsyntax.TokenOBrack:
		if i+1 < len(tokens) && tokens[i+1].Type == hclsyntax.TokenStar { // a splat holds what follows it
			n.deepen(1)
		}
		n.open(false)
	case hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp, hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc:
		n.open(false)
	case hclsyntax.TokenTemplateControl:
		n.open(false)
		n.directive(tokens, i+1)
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc:
		n.close()
	case hclsyntax.TokenBang, hclsyntax.TokenMinus, hclsyntax.TokenQuestion, hclsyntax.TokenStar:
		n.deepen(1)
	case hclsyntax.TokenComma:
		n.reset()
	case hclsyntax.TokenNewline:
		if n.levels[len(n.levels)-1].lines {
			n.reset()
		}
	}
}

func (n *nesting) open(lines bool) {
	n.levels = append(n.levels, level{1, lines})
	n.depth++
}

func (n *nesting) close() {
	if last := len(n.levels) - 1; last > 0 {
		n.depth -= n.levels[last].adds
		n.levels = n.levels[:last]
	}
}

func (n *nesting) deepen(by int) {
	n.levels[len(n.levels)-1].adds += by
	n.depth += by
}

// reset forgets what an expression added that has ended.
func (n *nesting) reset() {
	last := len(n.levels) - 1
	n.depth -= n.levels[last].adds
	n.levels[last].adds = min(last, 1)
	n.depth += n.levels[last].adds
}

// directive counts an if or for of a template, up to its end. They nest, whatever brackets are around them.
func (n *nesting) directive(tokens hclsyntax.Tokens, i int) {
	if i >= len(tokens) {
		return
	}
	by := 0
	switch string(tokens[i].Bytes) {
	case "if", "for":
		by = 1
	case "endif", "endfor":
		by = -min(1, n.blocks)
	}
	n.blocks += by
	n.depth += by
}
