package cmd

import (
	"fmt"
	"maps"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run/scenario"
)

// settingFlags are the flags for the options of dialects.
type settingFlags struct {
	flags  []settingFlag
	values dialects.Settings // what was set, by the names of the options
}

// A settingFlag is a flag for an option of a dialect. It implements pflag.Value.
type settingFlag struct {
	option dialects.Option
	flag   *dialects.Flag
	values dialects.Settings
}

// newSettingFlags adds a flag for each option of the dialects for which the function has one.
func newSettingFlags(c *cobra.Command, to *pflag.FlagSet, all []dialects.Dialect, flag func(*dialects.Option) *dialects.Flag) *settingFlags {
	s := &settingFlags{values: dialects.Settings{}}
	for _, d := range all {
		for _, o := range d.Options() {
			f := flag(&o)
			if f == nil {
				continue
			}
			s.flags = append(s.flags, settingFlag{option: o, flag: f, values: s.values})
			to.Var(&s.flags[len(s.flags)-1], f.Name, f.Help)
			complete(c, f.Name, o.Values...)
		}
	}
	return s
}

// Set implements pflag.Value. Values are checked when all flags are known; see [settingFlags.check].
func (f *settingFlag) Set(value string) error {
	f.values[f.option.Name] = value
	return nil
}

// String implements pflag.Value.
func (f *settingFlag) String() string {
	if f.flag == nil { // the zero value, by which pflag finds out what is a default
		return ""
	}
	if v, ok := f.values[f.option.Name]; ok {
		return v
	}
	return f.flag.Default
}

// Type implements pflag.Value.
func (f *settingFlag) Type() string {
	if len(f.option.Values) == 0 {
		return "int"
	}
	return "string"
}

// check looks for a value that an option may not have.
func (s *settingFlags) check() error {
	for i := range s.flags {
		f := &s.flags[i]
		if v, ok := s.values[f.option.Name]; ok {
			if err := f.option.Check(v); err != nil {
				return fmt.Errorf("--%s %w", f.flag.Name, err)
			}
		}
	}
	return nil
}

// scenarioOptions are the options that a scenario may set.
func (s *settingFlags) scenarioOptions() []scenario.Option {
	var out []scenario.Option
	for i := range s.flags {
		o := &s.flags[i].option
		out = append(out, scenario.Option{Name: o.Name, Key: o.Key(), Check: o.Check})
	}
	return out
}

// over returns the settings with what was set by flags, which comes before what a scenario sets.
func (s *settingFlags) over(fromScenario map[string]string) *settingFlags {
	values := dialects.Settings(maps.Clone(fromScenario))
	if values == nil {
		values = dialects.Settings{}
	}
	maps.Copy(values, s.values)
	return &settingFlags{flags: s.flags, values: values}
}

// instead returns other settings with those of the flags in their place: what a flag does not set has its default.
func (s *settingFlags) instead(of dialects.Settings) dialects.Settings {
	values := maps.Clone(of)
	for i := range s.flags {
		delete(values, s.flags[i].option.Name)
	}
	maps.Copy(values, s.values)
	return values
}
