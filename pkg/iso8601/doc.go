// Package iso8601 reads and writes the durations ("PT1M30S") and instants ("2025-01-01T00:00:00Z") of workflow
// definitions.
//
// Durations are the format with designators of ISO 8601-1, PnYnMnWnDTnHnMnS, with weeks besides other parts, as
// ISO 8601-2 and the libraries of the field allow. Instants are those of RFC 3339 with its capital letters.
//
// Seconds, minutes and hours are exact, to the nanosecond. A day is 24 hours and a week seven days, since definitions
// name no time zone whose days could be shorter. Years and months have no length of their own and are added on the
// calendar: see [Duration.AddTo].
package iso8601

// An Error describes what is wrong with a text, and where.
type Error struct {
	// Start and End are the bytes at fault; they are equal where something is missing.
	Start, End int
	// Message describes what was found and what was expected, in lower case and without a full stop.
	Message string
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }
