//go:build unix

package run

import (
	"context"
	"os/exec"
	"syscall"
)

// shellCommand is the command of a process, at the head of a group of its own that is killed with it.
func shellCommand(ctx context.Context, p Process) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", p.Command)
	if p.Command == "" {
		cmd = exec.CommandContext(ctx, p.Program)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}
