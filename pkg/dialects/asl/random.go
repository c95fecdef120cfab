package asl

import (
	"encoding/hex"

	"github.com/flowglot/flowglot/pkg/expr"
)

// randomOf is the source of what is random in an evaluation: the run's own sequence, or, where there is none, one that
// always begins alike.
func randomOf(env *expr.Env) func() uint64 {
	if env.Random != nil {
		return env.Random
	}
	return seeded(1)
}

// seeded is a sequence of numbers that a seed decides (SplitMix64).
func seeded(state uint64) func() uint64 {
	return func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
}

// uuid makes a UUID of version 4.
func uuid(env *expr.Env) string { return uuidOf(randomOf(env)) }

func uuidOf(next func() uint64) string {
	var b [16]byte
	for i, n := 0, uint64(0); i < len(b); i++ {
		if i%8 == 0 {
			n = next()
		}
		b[i] = byte(n)
		n >>= 8
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	s := hex.EncodeToString(b[:])
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}

// fraction makes a number from 0 up to 1 of the next of a sequence.
func fraction(next func() uint64) float64 { return float64(next()>>11) / (1 << 53) }
