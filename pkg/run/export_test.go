package run

import "github.com/flowglot/flowglot/pkg/run/machine"

// Swap lets f replace the machine of a run after every step.
func (o *Options) Swap(f func(*machine.Machine) *machine.Machine) { o.swap = f }
