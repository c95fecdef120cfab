package graph

import (
	"slices"
	"strings"
	"testing"
)

func TestIdentifier(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"ValidateOrder":             "ValidateOrder",
		"Is it valid?":              "IsItValid",
		"snake_case_name":           "snake_case_name",
		"kebab-case":                "kebabCase",
		"1st":                       "s1st",
		"_private_":                 "private",
		"__proto__":                 "proto",
		"constructor":               "constructor_s",
		"End":                       "End_s",
		"job_start":                 "job_start_s",
		"change direction":          "changeDirection_s",
		"状态":                        "s",
		"":                          "s",
		strings.Repeat("long ", 30): "longLongLongLongLongLongLongLongLongLong",
	} {
		if got := identifier(name); got != want {
			t.Errorf("identifier(%q) = %q, want %q", name, got, want)
		}
	}
	if !slices.IsSorted(reservedIDs[:]) {
		t.Error("the reserved ids are not in order")
	}
}

func FuzzIdentifier(f *testing.F) {
	for _, name := range strangeNames {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := identifier(name)
		if !legalID.MatchString(got) || unusable(got) {
			t.Errorf("identifier(%q) = %q", name, got)
		}
	})
}
