package jsonata

import (
	"math"
	"slices"
	"strings"
)

// The words of English numbers.
var (
	smallNumbers = [...]string{"Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
		"Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen"}
	smallOrdinals = [...]string{"Zeroth", "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth",
		"Ninth", "Tenth", "Eleventh", "Twelfth", "Thirteenth", "Fourteenth", "Fifteenth", "Sixteenth", "Seventeenth",
		"Eighteenth", "Nineteenth"}
	tens       = [...]string{"Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"}
	magnitudes = [...]string{"Thousand", "Million", "Billion", "Trillion"}
)

// inWords writes a number in English words: One Thousand, Two Hundred and Thirty-First.
func inWords(f float64, ordinal bool) string {
	var b strings.Builder
	appendWords(&b, f, false, ordinal)
	return b.String()
}

// appendWords writes a number, after others or not.
func appendWords(b *strings.Builder, f float64, after, ordinal bool) {
	switch {
	case f < 20:
		joint(b, after, " and ")
		if ordinal {
			b.WriteString(smallOrdinals[int(f)])
		} else {
			b.WriteString(smallNumbers[int(f)])
		}
	case f < 100:
		joint(b, after, " and ")
		word, rest := tens[int(f)/10-2], math.Mod(f, 10)
		switch {
		case rest > 0:
			b.WriteString(word + "-")
			appendWords(b, rest, false, ordinal)
		case ordinal:
			b.WriteString(strings.TrimSuffix(word, "y") + "ieth")
		default:
			b.WriteString(word)
		}
	case f < 1000:
		joint(b, after, ", ")
		b.WriteString(smallNumbers[int(f)/100] + " Hundred")
		appendRest(b, math.Mod(f, 100), ordinal)
	default:
		joint(b, after, ", ")
		n := min(int(math.Floor(math.Log10(f)/3)), len(magnitudes))
		factor := math.Pow(10, float64(3*n))
		high := math.Floor(f / factor)
		appendWords(b, high, false, false)
		b.WriteString(" " + magnitudes[n-1])
		appendRest(b, f-high*factor, ordinal)
	}
}

func joint(b *strings.Builder, after bool, s string) {
	if after {
		b.WriteString(s)
	}
}

// appendRest writes what remains below a hundred, a thousand and so on.
func appendRest(b *strings.Builder, rest float64, ordinal bool) {
	switch {
	case rest > 0:
		appendWords(b, rest, true, ordinal)
	case ordinal:
		b.WriteString("th")
	}
}

// wordValue returns the value of a word in lower case.
func wordValue(word string) (float64, bool) {
	for i := range smallNumbers {
		if word == strings.ToLower(smallNumbers[i]) || word == strings.ToLower(smallOrdinals[i]) {
			return float64(i), true
		}
	}
	for i, t := range tens {
		if t = strings.ToLower(t); word == t || word == strings.TrimSuffix(t, "y")+"ieth" {
			return float64(10 * (i + 2)), true
		}
	}
	cardinal := strings.TrimSuffix(word, "th")
	if cardinal == "hundred" {
		return 100, true
	}
	for i, m := range magnitudes {
		if cardinal == strings.ToLower(m) {
			return math.Pow(10, float64(3*(i+1))), true
		}
	}
	return 0, false
}

// fromWords reads a number in words, or returns NaN.
func fromWords(text string) float64 {
	text = strings.NewReplacer(", ", " ", " and ", " ", "-", " ", `\`, " ").Replace(text)
	parts := []float64{0}
	for word := range strings.SplitSeq(text, " ") {
		v, ok := wordValue(word)
		if !ok {
			return math.NaN()
		}
		last := len(parts) - 1
		switch {
		case v >= 100:
			parts[last] *= v
		case parts[last] >= 1000:
			parts = append(parts, v)
		default:
			parts[last] += v
		}
	}
	total := 0.0
	for _, p := range parts {
		total += p
	}
	return total
}

// romanNumerals are the numerals of which Roman numbers are made, the largest first.
var romanNumerals = []struct {
	value   int
	numeral string
}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"},
	{9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}}

func roman(n int) string {
	var b strings.Builder
	for _, r := range romanNumerals {
		for ; n >= r.value; n -= r.value {
			b.WriteString(r.numeral)
		}
	}
	return b.String()
}

// fromRoman reads a Roman number in upper case, or returns NaN.
func fromRoman(s string) float64 {
	total, largest := 0, 1
	runes := []rune(s)
	slices.Reverse(runes)
	for _, r := range runes {
		i := strings.IndexRune("IVXLCDM", r)
		if i < 0 {
			return math.NaN()
		}
		v := []int{1, 5, 10, 50, 100, 500, 1000}[i]
		if v < largest {
			total -= v
		} else {
			largest = v
			total += v
		}
	}
	return float64(total)
}
