package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// An Output is a file that is being written. It gets its name when it is whole: the file is the old or the new one whatever
// happens. Two kinds are written in place, as a new file could not take their place: what is not a regular file, such as a
// pipe or a device, and a file that has other names or another owner.
type Output struct {
	path   string // as the user gave it
	target string // where links lead
	file   *os.File
	place  place
	mode   fs.FileMode // that the new file gets; 0: what the system gives to new files
}

// place is where an Output writes before it is finished.
type place uint8

const (
	beside  place = iota // a new file, which is renamed
	inPlace              // the file itself
	direct               // a device or a pipe
)

// Create begins to write a file. A file that is there keeps its mode, owner, links and other names; it must be one that the
// user may write to.
func Create(path string) (*Output, error) {
	o := &Output{path: path, target: path}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		err = errors.New("it is a directory")
	case err == nil && !info.Mode().IsRegular():
		o.place = direct
		o.file, err = os.OpenFile(path, os.O_WRONLY, 0) // by its own name: a link to a pipe may lead to no other
	case err == nil:
		err = o.replace(info)
	case errors.Is(err, fs.ErrNotExist):
		if o.target, err = Target(path); err == nil {
			o.file, err = temporary(o.target, 0o666)
		}
	}
	if err != nil {
		return nil, o.fail(err)
	}
	return o, nil
}

// replace prepares to write a file that is there.
func (o *Output) replace(info fs.FileInfo) error {
	var err error
	if o.target, err = filepath.EvalSymlinks(o.path); err != nil {
		return err
	}
	old, err := os.OpenFile(o.target, os.O_WRONLY, 0) // a new file must not replace one that could not be written
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o222 == 0 { // which opens all the same for the superuser
		_ = old.Close()
		return fs.ErrPermission
	}
	if shared(info) {
		o.place, o.file = inPlace, old
		return nil
	}
	if err := old.Close(); err != nil {
		return err
	}
	o.mode = info.Mode().Perm()
	o.file, err = temporary(o.target, 0o600)
	return err
}

// temporary makes a new file next to another.
func temporary(target string, mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(target)
	if len(base) > 200 {
		base = base[:200] // a name has 255 bytes at most
	}
	for i := 0; ; i++ {
		f, err := os.OpenFile(fmt.Sprintf("%s.%s.%d.%d", dir, base, os.Getpid(), i), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if i < 1000 && errors.Is(err, fs.ErrExist) {
			continue
		}
		return f, err
	}
}

// mostLinks is how many links are followed, as systems do.
const mostLinks = 40

// Target returns the path that a path leads to when links are followed at its end: of a file, or of one that is not there yet.
func Target(path string) (string, error) {
	for range mostLinks {
		link, err := os.Readlink(path)
		if err != nil {
			return path, nil // it is not a link, or not there
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		path = link
	}
	return "", errors.New("too many links")
}

func (o *Output) fail(err error) error {
	return fmt.Errorf("%s cannot be written: %w", o.path, Cause(err))
}

// Write implements io.Writer. What is written in place replaces the old text from here on.
func (o *Output) Write(p []byte) (int, error) {
	if o.place == inPlace {
		if err := o.file.Truncate(0); err != nil {
			return 0, o.fail(err)
		}
		o.place = direct // the rest follows
	}
	n, err := o.file.Write(p)
	if err != nil {
		return n, o.fail(err)
	}
	return n, nil
}

// Finish gives the file its name. Before that, [Output.Abandon] removes what was written.
func (o *Output) Finish() error {
	if o.place == inPlace { // nothing was written: the file becomes empty
		if _, err := o.Write(nil); err != nil {
			return err
		}
	}
	if o.place == direct {
		return o.closed(o.file.Close())
	}
	err := o.file.Sync()
	if err == nil && o.mode != 0 {
		err = o.file.Chmod(o.mode)
	}
	if closing := o.file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(o.file.Name(), o.target)
	}
	if err != nil {
		_ = os.Remove(o.file.Name())
	}
	return o.closed(err)
}

func (o *Output) closed(err error) error {
	o.file = nil
	if err != nil {
		return o.fail(err)
	}
	return nil
}

// Abandon gives up a file that was not finished. It does nothing to a finished one, or to nil.
func (o *Output) Abandon() {
	if o == nil || o.file == nil {
		return
	}
	_ = o.file.Close()
	if o.place == beside {
		_ = os.Remove(o.file.Name())
	}
	o.file = nil
}

// Write writes a whole file.
func Write(path string, text []byte) error {
	return WriteAll([]Named{{path, text}})
}

// Named is a text with the path of the file that it becomes.
type Named struct {
	Path string
	Text []byte
}

// WriteAll writes several files: they get their names when all are whole, so that an error while writing leaves every one as
// it was.
func WriteAll(all []Named) error {
	outputs := make([]*Output, 0, len(all))
	defer func() {
		for _, o := range outputs {
			o.Abandon()
		}
	}()
	for _, x := range all {
		o, err := Create(x.Path)
		if err != nil {
			return err
		}
		outputs = append(outputs, o)
	}
	for i, o := range outputs {
		if o.place != beside && len(all) > 1 {
			continue // in place, and only when nothing can go wrong with the others any more
		}
		if _, err := o.Write(all[i].Text); err != nil {
			return err
		}
	}
	for i, o := range outputs {
		if o.place != beside && len(all) > 1 {
			if _, err := o.Write(all[i].Text); err != nil {
				return err
			}
		}
		if err := o.Finish(); err != nil {
			return err
		}
	}
	return nil
}
