package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// MostBytes is the size above which a file is not read. A definition of a hundred thousand states is a tenth of it; the tree
// of a text can take a hundred times the memory of the text.
const MostBytes = 64 << 20

// Read reads a file whole. It may be a pipe or a device, as the user who names it on the command line may well want; of those
// no more is read than [MostBytes] either. The error has the path.
func Read(path string) ([]byte, error) { return read(path, false) }

// ReadRegular reads a file whole that a definition or another file names. A device or a pipe is an error: a name in a file
// must not make the program wait, or read without end.
func ReadRegular(path string) ([]byte, error) { return read(path, true) }

func read(path string, regular bool) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, Cause(err))
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory; a file is needed", path)
	case regular && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, Cause(err))
	}
	defer func() { _ = f.Close() }()
	return ReadFrom(f, path, info.Size())
}

// ReadFrom reads a stream to its end, as [Read] does a file. The name is for the error; size is how much is expected, or 0.
func ReadFrom(r io.Reader, name string, size int64) ([]byte, error) {
	tooLarge := fmt.Errorf("%s is larger than %d MB", name, MostBytes>>20)
	if size > MostBytes {
		return nil, tooLarge
	}
	text := make([]byte, 0, max(size+1, 512)) // one more, so that the end is seen without growing
	for {
		if len(text) == cap(text) {
			text = append(text, 0)[:len(text)]
		}
		n, err := r.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case len(text) > MostBytes:
			return nil, tooLarge
		case errors.Is(err, io.EOF):
			return text, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, Cause(err))
		}
	}
}

// Cause is the error under one that repeats the path.
func Cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
