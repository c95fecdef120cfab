package nearest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNames(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, word string
		candidates []string
		want       []string
	}{
		{"a swap", "Chrage", []string{"Refund", "Charge", "Change"}, []string{"Charge", "Change"}},
		{"a missing letter", "Valdate", []string{"Validate"}, []string{"Validate"}},
		{"a letter too many", "Vallidate", []string{"Validate"}, []string{"Validate"}},
		{"case before letters", "charge", []string{"change", "Charge"}, []string{"Charge", "change"}},
		{"separators and case only", "send_mail", []string{"send-nail", "SendMail", "send mail"},
			[]string{"SendMail", "send mail", "send-nail"}},
		{"case on top of a swap", "hCArge", []string{"Charge"}, []string{"Charge"}},
		{"all in capitals, and a swap", "CHRAGE", []string{"charge"}, []string{"charge"}},
		{"start of a name", "Validate", []string{"ValidateItems", "ValidateOrder", "Invalidate"},
			[]string{"Invalidate", "ValidateItems", "ValidateOrder"}},
		{"a name is its start", "ValidateOrders2", []string{"validateorder", "validate", "Val"},
			[]string{"validateorder", "validate"}},
		{"too short a start", "Va", []string{"Validate"}, []string{}},
		{"too small a start", "Val", []string{"ValidateOrder"}, []string{}},
		{"the nearest first", "abcdefgh", []string{"abcdexxx", "abcdefxx", "abcdefgx"},
			[]string{"abcdefgx", "abcdefxx", "abcdexxx"}},
		{"the shorter, then the alphabet", "abcd", []string{"abcdy", "abcx", "abdd", "abcdx"},
			[]string{"abcx", "abdd", "abcdx", "abcdy"}},
		{"nonsense", "Charge", []string{"Refund", "Ship", "Wait"}, []string{}},
		{"one letter", "a", []string{"b", "A", "ab"}, []string{"A", "ab"}},
		{"two letters, both other", "id", []string{"xy", "if"}, []string{"if"}},
		{"not itself, none twice", "Charge", []string{"Charge", "Change", "Change"}, []string{"Change"}},
		{"characters, not bytes", "größe", []string{"größer", "grösse", "gräße"}, []string{"gräße", "größer", "grösse"}},
		{"other alphabets", "ЗАКАЗЫ", []string{"заказ", "заказы", "закон"}, []string{"заказы", "заказ"}},
		{"empty", "", []string{"a"}, []string{}},
		{"empty candidates", "a", []string{""}, []string{}},
		{"very long", strings.Repeat("a", 300), []string{strings.Repeat("a", 301), strings.Repeat("A", 300)},
			[]string{strings.Repeat("A", 300)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := Names(test.word, test.candidates, 5)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			slices.Reverse(test.candidates)
			if again := Names(test.word, test.candidates, 5); !slices.Equal(again, got) {
				t.Errorf("in other order: %q", again)
			}
			if first := Names(test.word, test.candidates, 1); len(got) > 0 && (len(first) != 1 || first[0] != got[0]) {
				t.Errorf("the first alone: %q", first)
			}
			if none := Names(test.word, test.candidates, 0); len(none) > 0 {
				t.Errorf("at most none: %q", none)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	tests := []struct {
		word       string
		candidates []string
		want       string
	}{
		{"Chrage", []string{"Refund", "Charge"}, `did you mean "Charge"?`},
		{"Chrage", []string{"Charge", "Change"}, `did you mean "Charge"?`},
		{"Step3", []string{"Step2", "Step1"}, `did you mean "Step1" or "Step2"?`},
		{"Step4", []string{"Step3", "Step2", "Step1"}, `did you mean "Step1" or "Step2"?`},
		{"Charge", []string{"Refund"}, ""},
		{"Charge", nil, ""},
		{`a"bc`, []string{`a"bd`}, `did you mean "a\"bd"?`},
	}
	for _, test := range tests {
		if got := Help(test.word, test.candidates); got != test.want {
			t.Errorf("%q of %q: got %s, want %s", test.word, test.candidates, got, test.want)
		}
	}
}

// reference fills the whole table of distances.
func reference(a, b []rune) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			switch {
			case i == 0:
				table[i][j] = j * editCost
			case j == 0:
				table[i][j] = i * editCost
			default:
				table[i][j] = min(table[i-1][j]+editCost, table[i][j-1]+editCost,
					table[i-1][j-1]+replaceCost(a[i-1], b[j-1]))
				if i > 1 && j > 1 {
					table[i][j] = min(table[i][j], table[i-2][j-2]+swapCost(a[i-2], a[i-1], b[j-2], b[j-1]))
				}
			}
		}
	}
	return table[len(a)][len(b)]
}

// FuzzNames checks that the shortcuts find what measuring every name in full finds.
func FuzzNames(f *testing.F) {
	f.Add("Chrage", "Charge", "Change")
	f.Add("send_mail", "SendMail", "")
	f.Add("größe", "gr\xff\xf6sse", "Größe")
	f.Add("abcdefghijklmnop", "bacdefhgijklmnpo", "abcdefghijkl")
	f.Fuzz(func(t *testing.T, word, a, b string) {
		for _, name := range []string{a, b} {
			if name == "" || name == word || len(word) > maxLength || len(name) > maxLength || sameSpelling(word, name) {
				continue
			}
			want := reference([]rune(word), []rune(name))
			edits := allowed(max(len([]rune(word)), len([]rune(name))))
			near := want < (edits+1)*editCost
			got, ok := newMeter(word).cost(name, prefixCost)
			if word != "" && (ok && got < prefixCost) != near || near && got != want {
				t.Fatalf("%q and %q: got %d, %t, want %d, %t", word, name, got, ok, want, near)
			}
		}
		names := Names(word, []string{a, b}, 2)
		if again := Names(word, []string{b, a, b}, 2); !slices.Equal(names, again) {
			t.Fatalf("%q: %q, in other order %q", word, names, again)
		}
		Help(word, []string{a, b})
	})
}

func BenchmarkNames(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf("%c%cocess order %d", 'A'+i%26, 'a'+i/26%26, i*7919%n))
		}
		for _, word := range []string{"Process ordre 17", "Something else altogether"} {
			b.Run(fmt.Sprintf("%s/%d", strings.Fields(word)[0], n), func(b *testing.B) {
				for b.Loop() {
					Names(word, names, 5)
				}
			})
		}
	}
}
