package verify

import "fmt"

// arrivedTwice describes a member that two events have differently which a node waits for together, and whose data is merged into one document.
func arrivedTwice(t *trial) string {
	all := map[string]bool{}
	for _, n := range t.pair.net().nodes {
		if n.Awaits != nil && n.Awaits.All {
			all[n.Name()] = true
		}
	}
	arrivals := t.book.record.arrivals
	for i, a := range arrivals {
		for _, b := range arrivals[i+1:] {
			if !all[a.node] || a.node != b.node || text(a.event, "type") == text(b.event, "type") {
				continue
			}
			if key := bothHave(payload(a.event, true), payload(b.event, true)); key != "" {
				return fmt.Sprintf("%q in the data of %q and %q, which %q waits for", key, text(a.event, "type"), text(b.event, "type"), a.node)
			}
		}
	}
	return ""
}
