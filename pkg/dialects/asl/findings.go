package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// quote returns a name or text for a message.
func quote(s string) string { return dialects.Quote(s) }

// hasPlaceholder reports whether a string holds a substitution of CloudFormation, SAM or Terraform: ${Name}.
func hasPlaceholder(s string) bool {
	_, rest, found := strings.Cut(s, "${")
	return found && strings.Contains(rest, "}")
}

// isJSONata reports whether a string is a JSONata expression: {% … %}.
func isJSONata(s string) bool {
	return len(s) >= 4 && strings.HasPrefix(s, "{%") && strings.HasSuffix(s, "%}")
}

// isPlaceholder reports whether a text is a placeholder as a whole.
func isPlaceholder(s string) bool {
	return strings.HasPrefix(s, "${") && strings.IndexByte(s, '}') == len(s)-1
}

// isOpenJSONata reports whether a string begins like a JSONata expression and lacks the mark at the end, or the other way round.
func isOpenJSONata(s string) bool {
	opens, closes := strings.HasPrefix(s, "{%"), strings.HasSuffix(s, "%}")
	return opens && !strings.Contains(s[len("{%"):], "%}") || closes && !opens && !strings.Contains(s, "{%")
}
