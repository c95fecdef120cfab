package cmd

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// parseBytes reads a number of bytes, which may end in K, M or G for 1024 bytes and their multiples.
func parseBytes(text string) (int, error) {
	digits, unit := text, 1
	for i, suffix := range []string{"K", "M", "G"} {
		if rest, ok := strings.CutSuffix(strings.ToUpper(text), suffix); ok {
			digits, unit = rest, 1<<(10*(i+1))
		}
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || n > math.MaxInt/unit {
		return 0, fmt.Errorf("invalid size %q: expected a number of bytes, such as 1000, 512K or 64M", text)
	}
	return n * unit, nil
}
