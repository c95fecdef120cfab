//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// shared reports whether a file has other names, or an owner or a group that a new file would not get.
func shared(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && (s.Nlink > 1 || int(s.Uid) != os.Geteuid() || int(s.Gid) != os.Getegid())
}
