package cmd

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/fsnotify/fsnotify"

	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/load"
)

// settle is how long nothing must have changed before a command is repeated: editors write a file in several steps.
const settle = 50 * time.Millisecond

// changes watches folders for changes of files.
type changes struct {
	app     *app
	watcher *fsnotify.Watcher
	// matter reports whether the change of a file or folder may change the result.
	matter func(path string) bool
}

func (a *app) watchChanges() (*changes, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("files cannot be watched: %w", err)
	}
	return &changes{app: a, watcher: w}, nil
}

// close ends the watch. Nothing was written that an error could concern.
func (c *changes) close() { _ = c.watcher.Close() }

// add watches folders, further ones or some that are watched already.
func (c *changes) add(dirs []string) error {
	for _, dir := range dirs {
		if err := c.watcher.Add(dir); err != nil {
			return fmt.Errorf("%s cannot be watched: %w", dir, err)
		}
	}
	return nil
}

// clear clears a terminal before the next results.
func (c *changes) clear() {
	if c.app.StdoutIsTerminal {
		fmt.Fprint(c.app.Stdout, "\x1b[2J\x1b[H")
	}
}

// await waits for a change that matters, and until no further one follows. It reports false when the user stops the program.
func (c *changes) await(ctx context.Context) (bool, error) {
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false, nil
		case err := <-c.watcher.Errors:
			return false, fmt.Errorf("files cannot be watched: %w", err)
		case event := <-c.watcher.Events:
			if event.Op != fsnotify.Chmod && c.matter(event.Name) {
				quiet = c.app.After(settle)
			}
		case <-quiet:
			return true, nil
		}
	}
}

// watched returns the folders in which files have to be watched: those that are given or that patterns begin with, with the ones
// below them, and those of files.
func watched(args []string) []string {
	var dirs []string
	for _, path := range args {
		if path == load.Stdin {
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			base, pattern := doublestar.SplitPattern(filepath.ToSlash(path))
			if pattern == filepath.Base(path) { // it has no folder that is a pattern
				dirs = append(dirs, filepath.Dir(path))
				continue
			}
			path = filepath.FromSlash(base)
		} else if !info.IsDir() {
			dirs = append(dirs, filepath.Dir(path))
			continue
		}
		// A folder that cannot be read has been reported by the command itself.
		_ = filepath.WalkDir(path, func(p string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil || !entry.IsDir():
				return nil
			case p != path && find.Passed(entry.Name()):
				return filepath.SkipDir
			}
			dirs = append(dirs, p)
			return nil
		})
	}
	return dirs
}
