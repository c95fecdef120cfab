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

func TestInASCII(t *testing.T) {
	t.Parallel()
	if got, want := dialects.InASCII("lade: Größe_1.b", "_:"), "lade:-Gr--e_1-b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
