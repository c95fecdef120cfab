package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// output is a file that is being written. It gets its name when it is whole: the file is the old or the new one whatever
// happens. What is there and is no ordinary file, such as a pipe or a device, is written to as it is.
type output struct {
	path   string   // as the user gave it
	target string   // where links lead
	file   *os.File // beside the target, or the target itself
	direct bool
	mode   fs.FileMode
}

// create begins to write a file. Its mode is that of the file which is there.
func create(path string) (*output, error) {
	o := &output{path: path, target: path, mode: 0o644}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		o.target = target
	}
	info, err := os.Stat(o.target)
	switch {
	case err == nil && info.IsDir():
		return nil, o.fail(errors.New("it is a folder"))
	case err == nil && !info.Mode().IsRegular():
		o.direct = true
		o.file, err = os.OpenFile(o.target, os.O_WRONLY, 0)
	default:
		if err == nil {
			o.mode = info.Mode().Perm()
		}
		o.file, err = os.CreateTemp(filepath.Dir(o.target), "."+filepath.Base(o.target)+".*")
	}
	if err != nil {
		return nil, o.fail(err)
	}
	return o, nil
}

func (o *output) fail(err error) error {
	return fmt.Errorf("%s cannot be written: %w", o.path, cause(err))
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) { return o.file.Write(p) }

// finish gives the file its name. Before that, abandon removes what was written.
func (o *output) finish() error {
	if o.direct {
		return o.closed(o.file.Close())
	}
	err := o.file.Sync()
	if closing := o.file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Chmod(o.file.Name(), o.mode)
	}
	if err == nil {
		err = os.Rename(o.file.Name(), o.target)
	}
	if err != nil {
		_ = os.Remove(o.file.Name())
	}
	return o.closed(err)
}

func (o *output) closed(err error) error {
	o.file = nil
	if err != nil {
		return o.fail(err)
	}
	return nil
}

// abandon gives up a file that was not finished.
func (o *output) abandon() {
	if o == nil || o.file == nil {
		return
	}
	_ = o.file.Close()
	if !o.direct {
		_ = os.Remove(o.file.Name())
	}
}

// write writes a whole file.
func write(path string, text []byte) error {
	o, err := create(path)
	if err != nil {
		return err
	}
	defer o.abandon()
	if _, err := o.Write(text); err != nil {
		return o.fail(err)
	}
	return o.finish()
}
