package rewrite

// rewrites returns the rewrites in the order in which they are applied: first those that bring a net to its plain form, then those that
// restore the target's constructs, then those that remove what the target lacks, from the large constructs to the small, and at last the one
// that translates expressions. Some come twice, as others in between make new work for them.
func rewrites() []Rewrite {
	return []Rewrite{
		// Calls, and what was written in place of requests and limits.
		nextWorkflows,
		calledWorkflows,
		questionsAgain,
		statesOfEntity,
		requestsAgain,
		commonTerms,
		constantGuards,
		mergedOutputs,
		refusals,
		runLimitAgain,
		requirements,

		// Steps that do several things become steps that do one thing each.
		goingOn,
		errorPlaces,
		listening,
		detached,
		exceptions,
		callingTasks(callIterations),
		finishedParts(false),
		itemChanges,
		actions,
		emissions,
		heldAnswers,
		decisionsAgain,

		// Steps that were written for data become the data of the steps beside them again.
		outputsAgain,
		resultsAgain,
		itemDocuments,
		listsAgain,
		itemLists,
		itemChangesAgain,
		inputFilters,
		retryLengths,
		files,

		// Graphs, forks and brackets become nested parts; each token has its own document.
		addedParts,
		edgeJoins,
		subflows,
		exclusiveGuards,
		conditionalSteps,
		subflows,
		addedAnswers,
		iterationsAgain,
		helpingTasks,
		allEventsAgain,
		callingTasks(callScopes),
		droppedResults,
		mergedBranches,
		joinedResults(false),
		endingTimers,
		waitsInParts,
		timersInside,
		besideTimers,
		nestedForks,
		unsharedVariables,

		// From here on the net is plain: see the documentation of the package.
		plainData,
		earlyExits,
		enoughParts,

		// Tasks and choices that were written in place of a construct that the target has become that construct again.
		equalTails,
		partsAgain,
		limitsAgain,
		besideAgain,
		dataAgain,
		failuresAgain,
		exceptionsAgain,
		outputsAgain,
		unmatchedAgain,
		skippedAgain,
		failingTasks,
		equalTails,
		nestedChoices,
		decisionsAgain,
		failuresAgain,
		callbackTasks,
		eventCalls,
		eventsAgain,
		awaitsAgain,
		namedAnswers,
		allowedAgain,

		// Variables, and iterations and tasks with more than the target gives them.
		selectedDocuments(true),
		variables,
		itemSelection,
		listDocuments,
		repeatedSteps,
		callingTasks(callScopes),
		joinedResults(true),
		answeredTasks(true),
		timersAgain,
		callingTasks(callTasks),
		plannedParts,
		distributedItems,
		itemMembers,

		// Ends, and steps that compute.
		computedEnds,
		wholeTasks,
		namedEnds,
		plainEnds,
		onlyEnd,
		rulesAgain,
		decisionTables,

		// Waits for somebody outside.
		allEvents,
		collectedEvents,
		eventsInTask,
		awaitedAnswers,
		awaitedEvents,
		awaitedTasks,

		// Parts, failing choices, timers, error handlers and retries.
		parallelInOrder,
		unmatched,
		limitedAwaits,
		plannedLimits,
		plannedBeside,
		visitTimers,
		boundaryTimers,
		errorHandlers,
		retries,
		noMatch,
		timeLimits,

		// Tasks in the place of what is left.
		answeredTasks(false),
		awaitAsTask,
		requestedWaits,
		waitAsTask,
		failAsTask,
		emitAsTask,

		// Where data is: in the document, in items, errors, branches, results, parameters and outputs.
		selectedDocuments(false),
		stepParts,
		branchLists,
		loops,
		errorShapes,
		branchChanges,
		branchResults,
		branchOrder,
		results,
		passedData,
		parameters,
		inputSelection,
		outputs,
		resultPlace,

		// The shape of the whole: the time limit of the run, states of an entity, forks and joins, and the languages of expressions.
		runLimits,
		toEntity,
		scopesAsForks,
		remindersAgain,
		finishedParts(true),
		choiceOutputs,
		expressions,
	}
}
