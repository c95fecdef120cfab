package diag

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strconv"
)

// fingerprintText is how many bytes of the text at fault a fingerprint looks at.
const fingerprintText = 200

// Fingerprints returns a name for each finding that stays the same when lines are added or removed elsewhere in the file:
// a digest of the rule, the file, the message and the first line of the text at fault. Equal findings of one file are
// numbered in their order. Findings have to be given as they are printed, all of them.
//
// They are 32 lower-case hexadecimal digits.
func Fingerprints(ds []Diagnostic) []string {
	out := make([]string, len(ds))
	seen := make(map[string]int, len(ds))
	for i := range ds {
		key := ds[i].identity()
		n := seen[key]
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(n)))
		out[i] = hex.EncodeToString(sum[:16])
	}
	return out
}

// identity is what makes two findings the same one, wherever they are in the file.
func (d *Diagnostic) identity() string {
	name, text := "", []byte(nil)
	if d.File != nil {
		name = filepath.ToSlash(d.File.Name)
		s := clamp(d.File, d.Span)
		text = d.File.Text[s.Start:min(s.End, s.Start+fingerprintText)]
		text, _, _ = bytes.Cut(text, []byte("\n"))
	}
	return d.Rule + "\x00" + name + "\x00" + d.Message + "\x00" + string(bytes.TrimSpace(text))
}
