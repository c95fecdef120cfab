package sw

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Cron expressions have five fields (minute, hour, day of the month, month, day of the week), or six with the second
// before them (sw: "Start Definition").

// A cronField is what may appear in a field of a cron expression.
type cronField struct {
	name        string
	least, most int
	names       []string // of the values, from the least one on
	any         bool     // "?" may stand for "*"
}

func cronFields() []cronField {
	return []cronField{
		{name: "second", most: 59},
		{name: "minute", most: 59},
		{name: "hour", most: 23},
		{name: "day of the month", least: 1, most: 31, any: true},
		{name: "month", least: 1, most: 12, names: strings.Fields("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC")},
		{name: "day of the week", most: 7, names: strings.Fields("SUN MON TUE WED THU FRI SAT"), any: true},
	}
}

// A cronError is a mistake in a cron expression, with the bytes that are at fault.
type cronError struct {
	from, to int
	message  string
}

// A set holds small numbers, each as a bit.
type set uint64

// A cronTable is a cron expression: the values of each field, the second first.
type cronTable [6]set

// parseCron reads a cron expression.
func parseCron(text string) (cronTable, *cronError) {
	var table cronTable
	fields := cronFields()
	var words []string
	var starts []int
	for at := 0; at < len(text); {
		if strings.IndexByte(" \t", text[at]) >= 0 {
			at++
			continue
		}
		end := at + strings.IndexAny(text[at:]+" ", " \t")
		words, starts = append(words, text[at:end]), append(starts, at)
		at = end
	}
	if len(words) != 5 && len(words) != 6 {
		return table, &cronError{0, len(text), fmt.Sprintf("expected five fields, or six with the seconds first, found %d", len(words))}
	}
	offset := 6 - len(words)
	table[0] = 1
	for i, word := range words {
		values, err := fields[i+offset].parse(word)
		if err != nil {
			err.from += starts[i]
			err.to += starts[i]
			return table, err
		}
		table[i+offset] = values
	}
	if days := table.impossible(); days != "" {
		day := 3 - offset
		return table, &cronError{starts[day], starts[day] + len(words[day]), days}
	}
	return table, nil
}

// impossible explains why the days of a table never come, if that is so: no month has them, and no day of the week stands
// in for them.
func (t *cronTable) impossible() string {
	const everyMonthDay, everyWeekday = set(1<<32 - 2), set(1<<7 - 1)
	if t[5] != everyWeekday && t[3] != everyMonthDay { // either of the two is enough
		return ""
	}
	longest := [...]int{1: 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	for month := 1; month <= 12; month++ {
		if t[4]&(1<<month) != 0 && t[3]&(1<<(longest[month]+1)-2) != 0 {
			return ""
		}
	}
	return "none of the months has such a day"
}

// parse reads the values of a field: a list of "*", numbers, ranges, and any of them with a step.
func (f *cronField) parse(word string) (set, *cronError) {
	var values set
	at := 0
	for item := range strings.SplitSeq(word, ",") {
		v, message := f.item(item)
		if message != "" {
			return 0, &cronError{at, at + max(len(item), min(1, len(word)-at)), message}
		}
		values |= v
		at += len(item) + 1
	}
	if f.most == 7 && values&(1<<7) != 0 { // Sunday is 0 and 7
		values = values&^(1<<7) | 1
	}
	return values, nil
}

// item reads one item of the list of a field, or describes what is wrong with it.
func (f *cronField) item(item string) (set, string) {
	span, step, stepped := strings.Cut(item, "/")
	every := 1
	if stepped {
		n, err := strconv.Atoi(step)
		if err != nil || n < 1 || n > f.most+1 || step[0] == '+' {
			return 0, fmt.Sprintf("invalid step %q of the %s", step, f.name)
		}
		every = n
	}
	first, last := f.least, f.most
	if f.most == 7 {
		last = 6
	}
	low, high, ranged := strings.Cut(span, "-")
	switch {
	case span == "*" || span == "?" && f.any:
	case span == "":
		return 0, "a value of the " + f.name + " is missing"
	default:
		var message string
		if first, message = f.value(low); message != "" {
			return 0, message
		}
		if !ranged && !stepped {
			return 1 << first, ""
		}
		if ranged {
			if last, message = f.value(high); message != "" {
				return 0, message
			}
		}
		if last < first && ranged {
			return 0, fmt.Sprintf("the range %q of the %s ends before it starts", span, f.name)
		}
		last = max(first, last)
	}
	var values set
	for v := first; v <= last; v += every {
		values |= 1 << v
	}
	return values, ""
}

// value reads a single value of a field, a number or a name.
func (f *cronField) value(word string) (int, string) {
	if i := slices.Index(f.names, strings.ToUpper(word)); i >= 0 {
		return f.least + i, ""
	}
	if word == "" || strings.Trim(word, "0123456789") != "" {
		return 0, fmt.Sprintf("invalid value %q of the %s; it is between %d and %d", word, f.name, f.least, f.most)
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < f.least || n > f.most {
		return 0, fmt.Sprintf("the %s %s is not between %d and %d", f.name, word, f.least, f.most)
	}
	return n, ""
}
