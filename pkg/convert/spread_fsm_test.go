package convert_test

// makeFSM makes up the workflow of an entity.
func makeFSM(m *maker) string {
	names := m.names(3 + m.Intn(4))
	states := object{}
	for i, name := range names {
		ways := []any{}
		if i < len(names)-1 {
			for range 1 + m.Intn(3) {
				to := m.behind(names, i)
				if m.one(6) {
					to = m.back(names)
				}
				ways = append(ways, m.way(to))
			}
		}
		states[name] = object{"transitions": ways}
	}
	return printed(object{"version": "1", "name": "made", "initialState": names[0], "active": true, "states": states})
}

func (m *maker) way(to string) object {
	t := object{"name": m.name(), "next": to, "manual": m.one(2)}
	if !m.one(3) {
		t["criterion"] = m.criterion(1)
	}
	if m.one(2) {
		config := object{"attachEntity": !m.one(4)}
		if m.one(4) {
			config["responseTimeoutMs"] = 20000
		}
		t["processors"] = []any{object{"type": "EXTERNAL", "name": m.task(), "executionMode": "SYNC", "config": config}}
	}
	return t
}

func (m *maker) criterion(depth int) object {
	if depth > 0 && m.one(4) {
		return object{"type": "group", "operator": pick(m, "AND", "OR"), "conditions": []any{m.criterion(0), m.criterion(0)}}
	}
	c := object{"type": "simple", "jsonPath": "$." + m.member()}
	switch m.Intn(4) {
	case 0:
		c["operatorType"], c["value"] = pick(m, "EQUALS", "NOT_EQUAL"), pick[any](m, "t1", true, 3)
	case 1:
		c["operatorType"] = pick(m, "IS_NULL", "NOT_NULL")
	default:
		c["operatorType"], c["value"] = pick(m, "GREATER_THAN", "LESS_THAN", "GREATER_OR_EQUAL", "LESS_OR_EQUAL"), m.Intn(9)
	}
	return c
}
