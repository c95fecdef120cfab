package iso8601_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/iso8601"
)

func TestMeant(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"15m": "PT15M", "3 days": "P3D", "30 seconds": "PT30S", "2h": "PT2H", "1 week": "P1W", "3D": "P3D", "T15M": "PT15M", "pt5s": "PT5S", "10S": "PT10S",
		"15M": "", "P15X": "", "": "", "soon": "", "3 years": "", "0s": "PT0S", "1234567m": "",
	} {
		if got := iso8601.Meant(text); got != want {
			t.Errorf("%q is meant to be %q, want %q", text, got, want)
		}
	}
}
