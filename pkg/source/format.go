package source

import "strings"

// Format is the notation of a text.
type Format uint8

// The notations. Plain text has no tree.
const (
	JSON Format = iota
	YAML
	PlainText
)

// FormatOf tells the notation of a file: by the ending of its name where that decides it (.json, .yaml, .yml, .flow), else
// by its first character: JSON if that is a brace or a bracket, YAML otherwise.
func FormatOf(name string, text []byte) Format {
	name = strings.ToLower(name)
	switch {
	case strings.HasSuffix(name, ".json"):
		return JSON
	case strings.HasSuffix(name, ".yaml"), strings.HasSuffix(name, ".yml"):
		return YAML
	case strings.HasSuffix(name, ".flow"):
		return PlainText
	}
	start := strings.TrimLeft(strings.TrimPrefix(string(text[:min(len(text), 4096)]), "\ufeff"), " \t\r\n")
	if strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[") {
		return JSON
	}
	return YAML
}
