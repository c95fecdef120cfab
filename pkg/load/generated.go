package load

import "bytes"

// mostMarked is how much of a text is looked at for the mark of generated files, which is at its beginning.
const mostMarked = 1 << 10

// IsGenerated reports whether a text says of itself that a program wrote it: by "@generated", or by "generated" and "do not
// edit" in any case near its beginning. A walk passes over such a file; what is wrong with it has to be corrected where it
// comes from.
func IsGenerated(text []byte) bool {
	start := bytes.ToLower(text[:min(len(text), mostMarked)])
	return bytes.Contains(start, []byte("@generated")) ||
		bytes.Contains(start, []byte("do not edit")) && bytes.Contains(start, []byte("generated"))
}
