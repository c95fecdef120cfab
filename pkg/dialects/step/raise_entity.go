package step

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func raiseEntity(p *workflow.Program, o dialects.Raising, r *dialects.Raised) {
	r.Refuse(p.Start(), p.Start().Span, "x")
}
