package load

import (
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/find"
)

// Find returns the files that paths stand for: files, directories, patterns and "-". In directories those are found that a
// dialect may be written in; scenarios are not among them. Relative paths are relative to dir. The error joins a [*find.Error]
// for each path that is at fault, and the files that were found are returned beside it.
func (l *Loader) Find(dir string, paths ...string) ([]find.File, error) {
	return find.Finder{Dir: dir, Want: l.Wants}.Find(paths...)
}

// Wants reports whether a file of a directory may be a definition, by its name.
func (l *Loader) Wants(path string) bool {
	if dialects.ByName(l.Dialects, path) != nil {
		return true
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json", ".yaml", ".yml":
		return !IsScenario(path)
	}
	return false
}

// FindScenarios returns the scenario files that paths stand for, as [Loader.Find] does definitions.
func FindScenarios(dir string, paths ...string) ([]find.File, error) {
	return find.Finder{Dir: dir, Want: IsScenario}.Find(paths...)
}

// IsScenario reports whether a file is a scenario by its name.
func IsScenario(path string) bool {
	path = strings.ToLower(path)
	for _, suffix := range []string{".scenario.yaml", ".scenario.yml", ".scenario.json"} {
		if strings.HasSuffix(path, suffix) {
			return true
		}
	}
	return false
}
