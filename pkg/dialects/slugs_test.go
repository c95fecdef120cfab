package dialects_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

func TestSlug(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][2]string{
		"Charge card":        {"charge-card", "chargecard"},
		"ChargeCard":         {"charge-card", "chargecard"},
		"charge_card: retry": {"charge-card-retry", "chargecardretry"},
		"  Paid? ":           {"paid", "paid"},
		"after PT10M":        {"after-pt10m", "afterpt10m"},
		"HTTPCall":           {"http-call", "httpcall"},
		"WaitAMinute":        {"wait-a-minute", "waitaminute"},
		"LoadIDs":            {"load-ids", "loadids"},
		"IDs of A":           {"ids-of-a", "idsofa"},
		"Größe prüfen":       {"größe-prüfen", "größeprüfen"},
		"bad\xffbyte":        {"bad-byte", "badbyte"},
		"→":                  {"", ""},
	} {
		if got := dialects.Slug(name); got != want[0] {
			t.Errorf("the slug of %q is %q, want %q", name, got, want[0])
		}
		if got := dialects.PlainName(name); got != want[1] {
			t.Errorf("%q in plain letters is %q, want %q", name, got, want[1])
		}
	}
}

func TestSamePlainName(t *testing.T) {
	t.Parallel()
	names := []string{"", "→", "Charge card", "ChargeCard", "charge-card ", "charge-cards", "harge-card", "Größe prüfen", "GRÖSSE-PRÜFEN", "größe_PRÜFEN", "bad\xffbyte", "badbyte", "a\uFFFDb", "ab", "Card 1", "card1"}
	for _, a := range names {
		for _, b := range names {
			if got, want := dialects.SamePlainName(a, b), dialects.PlainName(a) == dialects.PlainName(b); got != want {
				t.Errorf("%q and %q: got %v, want %v", a, b, got, want)
			}
		}
	}
}

func TestInASCII(t *testing.T) {
	t.Parallel()
	if got, want := dialects.InASCII("lade: Größe_1.b", "_:"), "lade:-Gr--e_1-b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
