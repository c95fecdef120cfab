package dialects

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Option is something that a user may choose about how files of a dialect are read or written. A dialect declares its
// options; commands, configuration files and scenarios offer them without knowing what they mean.
type Option struct {
	// Name is the name of the option among [Settings].
	Name string
	// Values are the legal values. If there are none, the value is a whole number of 1 or more.
	Values []string
	// Level means that the values are levels of the language, which rules and their examples refer to.
	Level bool
	// Read and Write are the flags that set the option for files that are read, and for those that convert writes; nil if
	// there is none.
	Read, Write *Flag
}

// A Flag is how the command line offers an option.
type Flag struct {
	Name    string
	Default string
	Help    string
}

// Key is what an option is called in configuration files and scenarios: "aslLevel" for "asl-level".
func (o *Option) Key() string {
	words := strings.Split(o.Name, "-")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// Check returns an error if an option may not have a value. The error goes on a sentence that begins with what was set, such
// as a flag: `is "x"; it must be one of spec, value`.
func (o *Option) Check(value string) error {
	if len(o.Values) == 0 {
		if n, err := strconv.Atoi(value); err != nil || n < 1 {
			return fmt.Errorf("is %q; it must be a whole number of 1 or more", value)
		}
		return nil
	}
	if !slices.Contains(o.Values, value) {
		return fmt.Errorf("is %q; it must be one of %s", value, strings.Join(o.Values, ", "))
	}
	return nil
}

// Settings are the values of options, by the names of the options. One that is not among them has its default.
type Settings map[string]string

// Number returns the value of an option that is a number, or what it is by default.
func (s Settings) Number(name string, byDefault int) int {
	if n, err := strconv.Atoi(s[name]); err == nil {
		return n
	}
	return byDefault
}

// AtLevel returns settings by which a dialect reads files of a level of its language. There are none if it has no levels, or
// for the empty level.
func AtLevel(d Dialect, level string) Settings {
	if level == "" {
		return nil
	}
	for _, o := range d.Options() {
		if o.Level {
			return Settings{o.Name: level}
		}
	}
	return nil
}
