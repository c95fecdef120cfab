package graph

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Wrap breaks a text at spaces into lines of at most so many characters, all about as long as each other. A word that is
// longer is broken after a sign that parts it, and anywhere if it has none. The result is never empty.
func Wrap(text string, limit int) []string {
	const least = 4
	limit = max(limit, least)
	words := strings.Fields(oneLine(text))
	narrowest := least // no word is broken to make lines alike
	for _, word := range words {
		narrowest = min(limit, max(narrowest, utf8.RuneCountInString(word)))
	}
	best := filled(words, limit)
	for len(best) > 1 && limit > narrowest {
		limit--
		narrower := filled(words, limit)
		if len(narrower) > len(best) {
			break
		}
		best = narrower
	}
	return best
}

// filled puts as many words on each line as fit.
func filled(words []string, limit int) []string {
	lines := []string{""}
	for _, word := range words {
		last := &lines[len(lines)-1]
		switch size := utf8.RuneCountInString(word); {
		case *last == "":
			*last = word
		case utf8.RuneCountInString(*last)+1+size <= limit:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
		for utf8.RuneCountInString(lines[len(lines)-1]) > limit {
			last := len(lines) - 1
			first, rest := breakWord(lines[last], limit)
			lines[last] = first
			lines = append(lines, rest)
		}
	}
	return lines
}

// breakWord breaks a word that is too long after the last sign before the limit at which people break words.
func breakWord(word string, limit int) (first, rest string) {
	at, count, sign := 0, 0, 0
	for i, c := range word {
		if count == limit {
			break
		}
		count++
		at = i + utf8.RuneLen(c)
		if count > limit/2 && (unicode.IsPunct(c) || c == '=' || c == '|') {
			sign = at
		}
	}
	if sign > 0 && sign < len(word) {
		at = sign
	}
	return word[:at], word[at:]
}
