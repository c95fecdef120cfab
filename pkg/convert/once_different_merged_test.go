package convert_test

// onceDifferentMerged are flows whose alternatives give several results, which the step after them merges; they are among those of
// TestOnceDifferent.
var onceDifferentMerged = []once{
	{"parallel steps in one of two alternatives, merged after them", "x.flow", "ask → { ?`$[?(@.kind = 1)]` { wash dry } ?`$[?(@.kind != 1)]` fold } → > pack", "asl sw fsm", ""},
	{"parallel steps after another one in an alternative, merged after them", "x.flow",
		"ask → { ?`$[?(@.kind = 1)]` { sort → { wash dry } } ?`$[?(@.kind != 1)]` fold } → > pack", "asl fsm", ""},
	{"parallel steps in parallel ones in an alternative, merged after them", "x.flow",
		"ask → { ?`$[?(@.kind = 1)]` { sort { wash dry } } ?`$[?(@.kind != 1)]` fold } → > pack", "asl", ""},
	{"an iteration in an alternative, merged after it", "x.flow", "ask → { ?`$[?(@.kind = 1)]` { unload → * wash } ?`$[?(@.kind != 1)]` fold } → > pack", "asl", ""},
	{"parallel steps that are skipped, merged after them", "x.flow", "ask → ?`$[?(@.kind = 1)]` { wash dry } → > pack", "asl sw fsm", ""},
	{"a step and alternatives that may all be skipped, beside another one", "x.flow",
		"ask → { wash { ?`$[?(@.kind = 2)]` dry → { ?`$[?(@.size = 1)]` fold ?`$[?(@.size = 2)]` press } } } → > pack", "asl", "convert/skipped-branch"},
	{"an alternative in another one that excludes it", "x.flow",
		"ask → { ?`$[?(@.size = 2)]` wash ?`$[?(@.size != 2)]` { { ?`$[?(@.size = 1)]` dry ?`$[?(@.size = 2)]` fold } → press } }", "step", "convert/merged-result"},
}
