package sw

import "time"

// due reports whether an instant, in its own time zone, is one of those of a cron expression.
func (t *cronTable) due(at time.Time) bool {
	return at.Nanosecond() == 0 && t.has(0, at.Second()) && t.has(1, at.Minute()) && t.has(2, at.Hour()) && t.has(4, int(at.Month())) && t.day(at)
}

func (t *cronTable) has(field, v int) bool { return t[field]&(1<<v) != 0 }

// day reports whether the day of an instant is due. Days that are restricted in both fields are due when either is.
func (t *cronTable) day(at time.Time) bool {
	const everyMonthDay, everyWeekday = set(1<<32 - 2), set(1<<7 - 1)
	month, week := t.has(3, at.Day()), t.has(5, int(at.Weekday()))
	if t[3] != everyMonthDay && t[5] != everyWeekday {
		return month || week
	}
	return month && week
}

// next returns the first instant after another that is due. It looks eight years ahead and a little more, in which
// every 29th of February comes that does at all.
func (t *cronTable) next(after time.Time) (time.Time, bool) {
	at := after.Truncate(time.Second).Add(time.Second)
	for end := after.AddDate(9, 0, 0); at.Before(end); {
		y, m, d := at.Date()
		var later time.Time
		switch {
		case !t.has(4, int(m)):
			later = time.Date(y, m+1, 1, 0, 0, 0, 0, at.Location())
		case !t.day(at):
			later = time.Date(y, m, d+1, 0, 0, 0, 0, at.Location())
		case !t.has(2, at.Hour()):
			later = at.Truncate(time.Minute).Add(time.Duration(60-at.Minute()) * time.Minute)
		case !t.has(1, at.Minute()):
			later = at.Truncate(time.Minute).Add(time.Minute)
		case !t.has(0, at.Second()):
			later = at.Add(time.Second)
		default:
			return at, true
		}
		if !later.After(at) { // where clocks are set back, a date may name an instant that was
			later = at.Add(time.Hour)
		}
		at = later
	}
	return time.Time{}, false
}
