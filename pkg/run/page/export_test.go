package page

// The bounds, for tests.
const (
	MostEvents = mostEvents
	MostData   = mostData
)
