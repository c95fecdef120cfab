package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// git runs git in the current folder and returns what it prints.
func git(args ...string) ([]byte, error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return nil, errNoGit
	}
	c := exec.Command(path, args...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
			return nil, fmt.Errorf("git: %s", strings.TrimPrefix(line, "fatal: "))
		}
		return nil, fmt.Errorf("git: %w", err)
	}
	return stdout.Bytes(), nil
}
