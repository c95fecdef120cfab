package load

import (
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/load/embedded"
)

// Find returns the files that paths stand for: files, directories, patterns and "-". In directories those are found that a
// dialect may be written in; scenarios are not among them. Relative paths are relative to dir. The error joins a [*find.Error]
// for each path that is at fault, and the files that were found are returned besides it.
func (l *Loader) Find(dir string, paths ...string) ([]find.File, error) {
	return find.Finder{Dir: dir, Want: l.Wants}.Find(paths...)
}

// FindAll returns what [Loader.Find] does, and the files of directories that may have definitions inside.
func (l *Loader) FindAll(dir string, paths ...string) ([]find.File, error) {
	return find.Finder{Dir: dir, Want: l.MayHold}.Find(paths...)
}

// MayHold reports whether a file of a directory may be a definition, or have some inside, by its name.
func (l *Loader) MayHold(path string) bool {
	return l.Wants(path) || embedded.Wants(path) || l.templateDialect(path) != nil
}

// templateDialect returns the dialect of a template for a definition, by its name: order.asl.json.tpl. It is nil for another file.
func (l *Loader) templateDialect(path string) dialects.Dialect {
	if of, ok := dialects.TemplateOf(path); ok {
		return dialects.ByName(l.Dialects, of)
	}
	return nil
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
