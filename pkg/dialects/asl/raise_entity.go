package asl

import "github.com/flowglot/flowglot/pkg/source"

func (r *raising) entity() *source.Node { return nil }
