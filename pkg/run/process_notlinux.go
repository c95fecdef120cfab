//go:build !linux

package run

import "os/exec"

// runCommand runs a command. Where nothing else ends it with flowglot, signals do that flowglot handles.
func runCommand(cmd *exec.Cmd) error { return cmd.Run() }
