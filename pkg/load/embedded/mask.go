package embedded

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/flowglot/flowglot/pkg/source"
)

// A mask is a placeholder that a definition can be read with, in place of an interpolation whose text would end a string of JSON.
type mask struct {
	shown, hidden string
}

// firstMask is the first of the characters that names of masks begin with: they are for private use, so that no definition has them.
const firstMask = '\U000F0000'

// mostMasks is how many characters there are for masks.
const mostMasks = 1 << 15

// masked returns a range of a file with masks in place of the interpolations of a template. It reports false if parts of the template
// depend on conditions, or are repeated: no text is that of the definition then.
func masked(text []byte, span source.Span, t *hclsyntax.TemplateExpr) ([]byte, []mask, bool) {
	var out []byte
	var masks []mask
	at := span.Start
	for _, part := range t.Parts {
		if _, literal := literalText(part); literal {
			continue
		}
		x := interpolation(text, spanOf(part.Range()))
		if !bytes.HasPrefix(text[x.Start:x.End], []byte("${")) || x.Start < at || x.End > span.End || len(masks) == mostMasks {
			return nil, nil, false
		}
		hidden := string(text[x.Start:x.End])
		m := mask{shown: hidden, hidden: hidden}
		if strings.ContainsAny(hidden, "\"\\\r\n\t") {
			pad := max(0, utf8.RuneCountInString(hidden)-len("${}")-1)
			m.shown = "${" + string(rune(firstMask+len(masks))) + strings.Repeat("_", min(pad, longestPlaceholder)) + "}"
			masks = append(masks, m)
		}
		out = append(append(out, text[at:x.Start]...), m.shown...)
		at = x.End
	}
	out = append(out, text[at:span.End]...)
	return out, masks, true
}

// unmask puts interpolations back. It reports false if one is missing.
func unmask(text []byte, masks []mask) ([]byte, bool) {
	for _, m := range masks {
		if bytes.Count(text, []byte(m.shown)) != 1 {
			return nil, false
		}
		text = bytes.Replace(text, []byte(m.shown), []byte(m.hidden), 1)
	}
	return text, true
}

// interpolation returns the range of an interpolation with the signs around its expression, or the expression itself where there are
// none.
func interpolation(text []byte, expression source.Span) source.Span {
	span := expression
	for span.Start > 0 && strings.IndexByte(" \t\r\n~", text[span.Start-1]) >= 0 {
		span.Start--
	}
	for span.End < len(text) && strings.IndexByte(" \t\r\n~", text[span.End]) >= 0 {
		span.End++
	}
	if span.Start >= 2 && string(text[span.Start-2:span.Start]) == "${" && span.End < len(text) && text[span.End] == '}' {
		return source.Span{Start: span.Start - 2, End: span.End + 1}
	}
	return expression
}
