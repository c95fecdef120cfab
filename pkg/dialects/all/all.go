// Package all lists the dialects that flowglot knows. A new one is registered here, and in no other list;
// docs/extending.md names what else it needs.
package all

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/arrow"
	"github.com/flowglot/flowglot/pkg/dialects/asl"
	"github.com/flowglot/flowglot/pkg/dialects/fsm"
	"github.com/flowglot/flowglot/pkg/dialects/step"
	"github.com/flowglot/flowglot/pkg/dialects/sw"
)

// Dialects returns all dialects, in the order in which they are asked whether a file is theirs.
func Dialects() []dialects.Dialect {
	return []dialects.Dialect{asl.Dialect{}, step.Dialect{}, sw.Dialect{}, fsm.Dialect{}, arrow.Dialect{}}
}
