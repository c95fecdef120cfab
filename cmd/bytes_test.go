package cmd

import "testing"

func TestParseBytes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want int // -1: it is not a size
	}{
		{"0", 0}, {"1000", 1000}, {"512K", 512 << 10}, {"64m", 64 << 20}, {"1G", 1 << 30},
		{"", -1}, {"M", -1}, {"-1", -1}, {"1.5M", -1}, {"64MB", -1}, {"9999999999G", -1}, {"99999999999999999999", -1},
	} {
		got, err := parseBytes(test.text)
		if err != nil {
			got = -1
		}
		if got != test.want {
			t.Errorf("%q: %d, want %d", test.text, got, test.want)
		}
	}
}
