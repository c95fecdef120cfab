package iso8601

import (
	"regexp"
	"strings"
	"sync"
)

// plain matches a number with a unit as people write it: "15m", "3 days".
var plain = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([0-9]{1,6}) ?(s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?|w|weeks?)$`)
})

// Meant returns the duration that a text was most likely meant to be that is not one: one without its P or T, or a number with a
// unit. It is empty if that is not plain. An upper-case M without P or T could be minutes or months.
func Meant(text string) string {
	text = strings.TrimSpace(text)
	if m := plain().FindStringSubmatch(text); m != nil {
		switch unit := strings.ToUpper(m[2][:1]); unit {
		case "D", "W":
			return "P" + m[1] + unit
		default:
			return "PT" + m[1] + unit
		}
	}
	upper := strings.ToUpper(text)
	if strings.ContainsAny(upper, "M") && !strings.Contains(upper, "T") {
		return ""
	}
	for _, before := range []string{"", "P", "PT"} {
		if d, err := ParseDuration(before + upper); err == nil && !d.IsZero() {
			return before + upper
		}
	}
	return ""
}
