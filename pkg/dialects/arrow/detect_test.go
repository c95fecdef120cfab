package arrow

import "testing"

// TestRecognisesText tells flows from other texts with arrows.
func TestRecognisesText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"a -> b": true,
		"# note\n:x → {\n a → b\n}\n:x → c": true,
		"@flow f '''\n":                             true,
		"@task A (- dry: true -)\n":                 true,
		"fn size(s: &str) -> usize {\n  s.len()\n}": false,
		"$order->total = 5;\n$x->y();":              false,
		"ptr->next = 0;\nreturn;\nx\n":              false,
		"The way from A -> B is long.\nSo\nit\nis.": false,
		"alice --> bob":                             false,
		"hello\nworld":                              false,
		"":                                          false,
	} {
		if got := (Dialect{}).RecognisesText([]byte(text)).Found(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestUnmistakable tells flows from texts that can be read as flows too, or that other tools keep under names of flows.
func TestUnmistakable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"a → b":                      true,
		"a -> b -> c :x ;":           true,
		"a -> ? `$.x` b":             true,
		"a -> * b":                   true,
		"a -> > b":                   true,
		"a -> b ({x: 1})":            true,
		"<pictures> -> b":            true,
		"a -> { b :x }":              true,
		"a -> b":                     false,
		"a → b | 1.08\nb → a | 0.92": false,
		"a → b\nb → → c":             true,
		"a → → b":                    false,
		"# a → b\na -> b":            false,
		"a -> { b c }":               false,
		"a -> b;\n{a b} -> c;\n":     false,
		"user -> site \"Uses\"":      false,
		"# note\n:x → {\n a → b\n}\n:x → c": true,
		"a :x\n  → b ; :x → c":              true,
		"\ufeffa → b":                       true,
		"fetch\nread → keep":                true,
		"@flow f '''\nwhat\n'''":            true,
		"@task A (- dry: true -)\na => b":   true,
		"a => b":                            false,
		"hello\nworld\nfrom -> here":        false,
		"hello\nworld":                      false,
		"go to settings -> users":           false,
		"From A -> B.":                      false,
		"# a comment":                       false,
		"@flow\ndef main(): pass":           false,
		"@task do this":                     false,
		"a -> b\x00":                        false,
		"":                                  false,
	} {
		if got := (Dialect{}).Unmistakable([]byte(text)).Found(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestDisowns knows files of other tools that have the suffix.
func TestDisowns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"orders.flow", "a -> b\n", false},
		{"orders.flow", "import → store\n", false},
		{"orders.flow", "{ a\n b } → c", false},
		{"broken.flow", "a => b", false},
		{"lib/index.js.flow", "a -> b", true},
		{"types.flow", "/**\n * @flow\n */", true},
		{"types.flow", "\ufeff// @flow\n", true},
		{"types.flow", "import type {X} from './x'\n", true},
		{"Order.flow", "<?xml version='1.0'?><Flow/>", true},
		{"n.flow", "{\"nodes\": []}", true},
	} {
		if got := (Dialect{}).Disowns(test.name, []byte(test.text)) != ""; got != test.want {
			t.Errorf("%s %q: %v", test.name, test.text, got)
		}
	}
}
