package step

import "github.com/flowglot/flowglot/pkg/dialects"

// LossRules implements dialects.Dialect. What is lost on the way into steps is lost by rewrites of the net.
func (Dialect) LossRules() []*dialects.LossRule { return nil }
