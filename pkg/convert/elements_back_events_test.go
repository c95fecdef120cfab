package convert_test

// paidRent waits for an event for some time, books what came with it, and goes on the same way where nothing did.
const paidRent = `{"id": "rent", "name": "Rent", "version": "1",
  "functions": [{"name": "bill", "resource": "bill"}, {"name": "book", "resource": "book"}, {"name": "remind", "resource": "remind"}, {"name": "thank", "resource": "thank"}],
  "events": [{"name": "Paid", "type": "bank.paid", "source": "bank"}],
  "states": [
    {"name": "Bill", "type": "operation", "start": {"kind": "default"}, "actions": [{"name": "bill", "functionRef": {"refName": "bill"}}], "transition": {"nextState": "Wait"}},
    {"name": "Wait", "type": "event", "eventsActions": [{"eventRefs": ["Paid"], "actions": [{"name": "entry", "functionRef": {"refName": "book"}}]}],
      "timeout": "P14D", "transition": {"nextState": "Settled"}},
    {"name": "Settled", "type": "switch", "dataConditions": [{"condition": "{{ $[?(@.paid == true)] }}", "transition": {"nextState": "Thank"}}], "default": {"nextState": "Remind"}},
    {"name": "Thank", "type": "operation", "actions": [{"name": "thank", "functionRef": {"refName": "thank"}}], "end": {"kind": "default"}},
    {"name": "Remind", "type": "operation", "actions": [{"name": "remind", "functionRef": {"refName": "remind"}}], "end": {"kind": "default"}}]}`

// elementsBackEvents are cases of TestElementsComeBack with events that are awaited.
var elementsBackEvents = []elementsBack{
	{"an event state with an action and a time limit", "x.sw.json", paidRent, "arrow", `"answeredBy": {"event": "bank.paid", "source": "bank", "name": "Paid"}, "within": "P14D"`},
	{"an event state with an action and a time limit", "x.sw.json", paidRent, "fsm", `"Wait: entry"`},
}
