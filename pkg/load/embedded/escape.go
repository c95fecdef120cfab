package embedded

import (
	"encoding/json"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// escaping returns how a text is written into a value of JSON or YAML. A nil result writes it as it is.
func escaping(n *source.Node, format source.Format) func(string) (string, bool) {
	if name, argument := intrinsic(n); name == functionSub && argument.Kind == source.Array && len(argument.Items) > 0 {
		n = argument.Items[0]
	} else if name == functionSub {
		n = argument
	}
	style := n.Style
	if name, argument := intrinsic(n); name == functionJoin {
		style = styleOfPieces(argument)
	}
	if format == source.JSON {
		style = source.DoubleQuoted
	}
	return func(text string) (string, bool) {
		switch {
		case strings.Contains(text, "${"): // it would be a placeholder
			return "", false
		case style == source.DoubleQuoted:
			return inQuotes(text)
		case strings.ContainsAny(text, "\r\n"): // the lines would need the indentation of the block
			return "", false
		case style == source.SingleQuoted:
			return strings.ReplaceAll(text, "'", "''"), true
		}
		return text, style == source.Literal || style == source.Folded
	}
}

// styleOfPieces is the style that all texts have which a call of Fn::Join puts together, or that of texts which cannot be changed.
func styleOfPieces(argument *source.Node) source.Style {
	const unchanged = source.PlainStyle
	if argument.Kind != source.Array || len(argument.Items) != 2 || argument.Items[1].Kind != source.Array {
		return unchanged
	}
	style, some := unchanged, false
	for _, piece := range argument.Items[1].Items {
		if piece.Kind != source.String {
			continue
		}
		if some && piece.Style != style {
			return unchanged
		}
		style, some = piece.Style, true
	}
	return style
}

// inQuotes returns a text as it is written between double quotes.
func inQuotes(text string) (string, bool) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		return "", false
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(b.String()), `"`), `"`), true
}
