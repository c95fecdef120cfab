package step

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A gap is a value of a subject for which no condition of a list holds.
type gap struct{ subject, value string }

// gapIn looks for a gap in conditions that are all about one subject. exhaustive means that there is certainly none. Where
// it is neither, nothing is known.
func gapIn(conditions [][]box) (found *gap, exhaustive bool) {
	subject := ""
	var all []domain
	for _, boxes := range conditions {
		for _, b := range boxes {
			if len(b) == 0 {
				return nil, true
			}
			for s, d := range b {
				if len(b) > 1 || subject != "" && s != subject {
					return nil, false
				}
				subject = s
				all = append(all, d)
			}
		}
	}
	if subject == "" {
		return nil, false
	}
	if !slices.ContainsFunc(all, func(d domain) bool { return !d.numeric }) {
		return numberGap(subject, all)
	}
	return nameGap(subject, all)
}

// numberGap looks for a number that no interval has. Between neighbouring integers there is no gap: the subject may well
// be one.
func numberGap(subject string, all []domain) (*gap, bool) {
	slices.SortFunc(all, func(a, b domain) int {
		return cmp.Or(cmp.Compare(a.low, b.low), -compareBool(a.lowIn, b.lowIn))
	})
	end, endIn := math.Inf(-1), true
	if strings.HasPrefix(subject, "len(") {
		end, endIn = 0, false
	}
	for _, d := range all {
		if value, ok := between(end, endIn, d.low, d.lowIn); ok {
			return &gap{subject, value}, false
		}
		if d.high > end || d.high == end && d.highIn {
			end, endIn = d.high, d.highIn
		}
	}
	if value, ok := between(end, endIn, math.Inf(1), false); ok {
		return &gap{subject, value}, false
	}
	return nil, true
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// between returns a number between the end of an interval and the beginning of the next, if one is missing there.
func between(end float64, endIn bool, low float64, lowIn bool) (string, bool) {
	format := func(f float64) (string, bool) { return strconv.FormatFloat(f, 'f', -1, 64), true }
	switch {
	case math.IsInf(low, -1) || math.IsInf(end, 1) || low < end:
		return "", false
	case math.IsInf(end, -1):
		if !lowIn {
			return format(low)
		}
		return format(low - 1)
	case low == end:
		if !endIn && !lowIn {
			return format(end)
		}
		return "", false
	case !endIn:
		return format(end)
	case math.IsInf(low, 1):
		return format(end + 1)
	case !lowIn:
		return format(low)
	}
	if whole := math.Floor(end) + 1; whole < low {
		return format(whole)
	}
	if end == math.Trunc(end) && low == math.Trunc(low) {
		return "", false
	}
	return format((end + low) / 2)
}

// nameGap looks at constants other than numbers. Only for true and false is it known which there are.
func nameGap(subject string, all []domain) (*gap, bool) {
	seen := map[string]bool{}
	for _, d := range all {
		switch {
		case d.numeric:
			return nil, false
		case d.except && len(d.names) == 1 && seen[d.names[0]]:
			return nil, true
		case d.except:
			for _, other := range all {
				if !other.except && len(d.names) == 1 && slices.Contains(other.names, d.names[0]) {
					return nil, true
				}
			}
			return nil, false
		}
		for _, name := range d.names {
			seen[name] = true
		}
	}
	for name := range seen {
		if name != "true" && name != "false" {
			return nil, false
		}
	}
	switch {
	case seen["true"] && seen["false"]:
		return nil, true
	case seen["true"]:
		return &gap{subject, "false"}, false
	}
	return &gap{subject, "true"}, false
}
