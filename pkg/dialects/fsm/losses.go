package fsm

import "github.com/flowglot/flowglot/pkg/dialects"

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule { return []*dialects.LossRule{&lossTimeLimit} }
