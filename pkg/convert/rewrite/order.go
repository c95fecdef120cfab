package rewrite

// rewrites returns the rewrites in the order in which they are applied: first those that bring a net to its plain form, then those
// that remove what the target lacks, from the large constructs to the small, and at last the one that translates expressions.
func rewrites() []Rewrite {
	return []Rewrite{
		statesOfEntity,
		requirements,
		goingOn,
		listening,
		detached,
		itemChanges,
		actions,
		emissions,
		inputFilters,
		errorPlaces,
		exceptions,
		retryLengths,
		files,
		edgeJoins,
		subflows,
		exclusiveGuards,
		conditionalSteps,
		subflows,
		joinedResults,
		besideTimers,
		nestedForks,
		unsharedVariables,
		plainData,
		variables,
		decisionTables,
		awaitedAnswers,
		visitTimers,
		boundaryTimers,
		errorHandlers,
		retries,
		timeLimits,
		parameters,
		inputSelection,
		resultPlace,
		expressions,
	}
}
