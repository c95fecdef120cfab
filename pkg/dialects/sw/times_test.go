package sw

import (
	"strings"
	"testing"
)

// TestCron holds cron expressions to being read, or to the bytes that are at fault.
func TestCron(t *testing.T) {
	t.Parallel()
	for text, fault := range map[string]string{
		"* * * * *":                     "",
		"0 0/5 * * * ?":                 "",
		"0 */2 * * *":                   "",
		"\t0  9 8 * *  ":                "",
		"0,30 9-17/2 * JAN-mar MON-FRI": "",
		"0 0 29 2 *":                    "",
		"0 0 31 4 MON":                  "", // due on Mondays
		"0 0 * * 7":                     "",
		"59 59 23 31 12 6":              "",
		"5/10 * * * *":                  "",
		"*/99999999999 * * * *":         "*/99999999999",
		"0 0/0 * * * ?":                 "0/0",
		"60 * * * *":                    "60",
		"* 24 * * *":                    "24",
		"0 60 * * * *":                  "60",
		"* * 0 * *":                     "0",
		"* * * 13 *":                    "13",
		"* * * * 8":                     "8",
		"* * * FOO *":                   "FOO",
		"0 9-5 * * *":                   "9-5",
		"? * * * *":                     "?",
		"1,,2 * * * *":                  ",",
		"1, * * * *":                    "1,",
		"0 0 30 2 *":                    "30",
		"0 0 31 2,4,6,9,11 *":           "31",
		"0 0 31 4 ?":                    "31",
		"":                              "",
		"* * * *":                       "* * * *",
		"* * * * * * *":                 "* * * * * * *",
		"@daily":                        "@daily",
		"1-2-3 * * * *":                 "1-2-3",
		"-1 * * * *":                    "-1",
	} {
		_, err := parseCron(text)
		switch {
		case text == "":
			if err == nil {
				t.Error("nothing is read")
			}
		case err == nil && fault != "":
			t.Errorf("%q is read, %q is at fault", text, fault)
		case err != nil && !strings.Contains(fault, text[err.from:err.to]):
			t.Errorf("%q: %q is at fault (%s), want %q", text, text[err.from:err.to], err.message, fault)
		case err != nil && fault == "":
			t.Errorf("%q: %s", text, err.message)
		}
	}
}

// TestCronValues holds the table of an expression to its values.
func TestCronValues(t *testing.T) {
	t.Parallel()
	got, err := parseCron("10-20/5,40 0/6 ? MAR,12 7,2")
	want := cronTable{1, 1<<10 | 1<<15 | 1<<20 | 1<<40, 1 | 1<<6 | 1<<12 | 1<<18, 1<<32 - 2, 1<<3 | 1<<12, 1 | 1<<2}
	if err != nil || got != want {
		t.Errorf("%b, %v", got, err)
	}
}

func FuzzCron(f *testing.F) {
	for _, s := range []string{"* * * * *", "0 0/5 * * * ?", "1,2-3/4 JAN ? * SUN", "0 0 31 2 *", " \t", "9223372036854775808 * * * *"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		table, err := parseCron(s)
		if err != nil {
			if err.from < 0 || err.to < err.from || err.to > len(s) || err.message == "" {
				t.Errorf("%q: %+v", s, err)
			}
			return
		}
		for i, field := range cronFields() {
			if table[i] == 0 || table[i]>>(field.most+1) != 0 || table[i]&(1<<field.least-1) != 0 {
				t.Errorf("%q: the %s is %b", s, field.name, table[i])
			}
		}
	})
}
