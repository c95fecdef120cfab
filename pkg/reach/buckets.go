package reach

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/files"
)

// Buckets are directories that stand in for stores of files. It is a [workflow.Store].
type Buckets struct {
	// Dirs are the directories by the names of the buckets.
	Dirs map[string]string
	// Writes allows to write files. If it is false, Unwritten is called with the path of each that is not written; it may be nil.
	Writes    bool
	Unwritten func(path string)
}

// open returns the directory of a bucket. Nothing outside of it is reached through it, by links neither.
func (b Buckets) open(bucket string) (*os.Root, error) {
	dir, ok := b.Dirs[bucket]
	if !ok {
		return nil, fmt.Errorf("no directory is given for the bucket %q; --s3 %s=DIR gives one", bucket, bucket)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, files.Cause(err))
	}
	return root, nil
}

// Read returns the content of a file, which must not be a device or a pipe.
func (b Buckets) Read(bucket, key string) ([]byte, error) {
	root, err := b.open(bucket)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	name := filepath.FromSlash(key)
	info, err := root.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%s in the bucket %q: %w", key, bucket, files.Cause(err))
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s in the bucket %q is not a regular file", key, bucket)
	}
	content, err := root.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s in the bucket %q: %w", key, bucket, files.Cause(err))
	}
	return content, nil
}

// List returns the names of the files whose name begins with a prefix, in the order of their bytes.
func (b Buckets) List(bucket, prefix string) ([]string, error) {
	root, err := b.open(bucket)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	keys := []string{}
	err = fs.WalkDir(root.FS(), ".", func(key string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the bucket %q: %w", bucket, files.Cause(err))
	}
	slices.Sort(keys)
	return keys, nil
}

// Write stores a file, if that is allowed.
func (b Buckets) Write(bucket, key string, content []byte) error {
	root, err := b.open(bucket)
	if err != nil {
		return err
	}
	defer root.Close()
	name := filepath.FromSlash(key)
	if !b.Writes {
		if b.Unwritten != nil {
			b.Unwritten(filepath.Join(b.Dirs[bucket], name))
		}
		return nil
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("%s in the bucket %q: %w", path.Dir(key), bucket, files.Cause(err))
	}
	if err := root.WriteFile(name, content, 0o644); err != nil {
		return fmt.Errorf("%s in the bucket %q: %w", key, bucket, files.Cause(err))
	}
	return nil
}
