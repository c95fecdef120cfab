package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/reach"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// setInput sets a part of an input as --set asks: "order.total=12". A value that is not JSON is a string.
func setInput(input any, assignment string) (any, error) {
	path, text, ok := strings.Cut(assignment, "=")
	if !ok || path == "" {
		return nil, fmt.Errorf("--set %q does not have the form path=value", assignment)
	}
	full := path
	if !strings.HasPrefix(path, "$") {
		full = "$." + path
	}
	p, wrong := expr.ParseReference(source.Plain(full, 0))
	if wrong != nil {
		return nil, fmt.Errorf("--set %s: %w", path, wrong)
	}
	v, err := value.Parse([]byte(text))
	if wrong := new(value.SyntaxError); errors.As(err, &wrong) && wrong.TooLarge {
		return nil, fmt.Errorf("--set %s: %s", path, reach.WrongJSON(text, err))
	} else if err != nil {
		v = text
	}
	out, err := expr.Set(input, p, v)
	if err != nil {
		return nil, fmt.Errorf("--set %s: %w", path, err)
	}
	return out, nil
}
