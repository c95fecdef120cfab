package run

import (
	"os/exec"
	"runtime"
	"syscall"
)

// runCommand runs a command, which is killed when flowglot ends however that happens. The kernel does that when the thread ends
// that started the command, and so the goroutine keeps its thread meanwhile.
func runCommand(cmd *exec.Cmd) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	return cmd.Run()
}
