package fsm

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// The context of a processor is a string that is forwarded to it besides the entity (fsm: "ProcessorConfig fields"). It holds the
// parameters of the call: a context that is JSON is read as the value that it spells, any other as a string.

// parameters are the parameters of a processor; nil if it has no context.
func (p *Processor) parameters() *expr.Literal {
	if p.Context == nil || p.Context.Value == "" {
		return nil
	}
	return &expr.Literal{Value: readContext(p.Context.Value), Span: p.Context.Node.Span}
}

// readContext returns what a context holds.
func readContext(text string) any {
	if v, err := value.Parse([]byte(text)); err == nil {
		return v
	}
	return text
}

// writeContext returns the context that holds a value.
func writeContext(v any) string {
	if s, ok := v.(string); ok && s != "" {
		if _, err := value.Parse([]byte(s)); err != nil {
			return s
		}
	}
	return string(value.Append(nil, v))
}
