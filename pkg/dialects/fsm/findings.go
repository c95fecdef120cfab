package fsm

import "github.com/flowglot/flowglot/pkg/dialects"

// quote returns a name or text for a message.
func quote(s string) string { return dialects.Quote(s) }
