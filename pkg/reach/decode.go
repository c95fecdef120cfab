package reach

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// Decode reads a text as data: JSON, a sequence of JSON texts, which is a list (RFC 7464 "The JSON Text Sequence Format", or
// one text a line), or YAML. The name is for the format and the error.
func Decode(name string, text []byte) (any, error) {
	if source.FormatOf(name, text) == source.YAML {
		f := source.NewFile(name, text)
		for _, p := range source.Parse(f) {
			at := f.Position(p.Span.Start)
			return nil, fmt.Errorf("%s:%d:%d: %s", name, at.Line, at.Column, p.Message)
		}
		return value.Of(f.Root), nil
	}
	whole, err := value.Parse(text)
	if err == nil {
		return whole, nil
	}
	list := []any{}
	split := func(r rune) bool { return r == '\n' || r == '\x1e' } // RFC 7464 has a record separator before each text
	for _, line := range strings.FieldsFunc(string(text), split) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		v, wrong := value.Parse([]byte(line))
		if wrong != nil {
			return nil, fmt.Errorf("%s is not valid JSON: %s", name, WrongJSON(string(text), err))
		}
		list = append(list, v)
	}
	return list, nil
}

// WrongJSON returns what is wrong with a JSON text, and at which character, for messages about a text without lines.
func WrongJSON(text string, err error) string {
	var wrong *value.SyntaxError
	if !errors.As(err, &wrong) {
		return err.Error()
	}
	at := utf8.RuneCountInString(text[:min(max(0, wrong.Offset), len(text))])
	return fmt.Sprintf("%s, at character %d", wrong.Message, at+1)
}
