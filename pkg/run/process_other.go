//go:build !unix

package run

import (
	"context"
	"os/exec"
)

// shellCommand is the command of a process. Where there are no process groups, the process alone is killed.
func shellCommand(ctx context.Context, p Process) *exec.Cmd {
	if p.Command == "" {
		return exec.CommandContext(ctx, p.Program)
	}
	return exec.CommandContext(ctx, "cmd", "/C", p.Command)
}
