package asl

import (
	"slices"
	"strings"
)

// reservedPrefix begins the names of the errors that the language itself defines.
const reservedPrefix = "States."

// reservedErrors are the names of the text of 2016: those of Appendix A, and the two that it mentions or implies
// elsewhere for a path that does not fit.
var reservedErrors = []string{
	errAll, errBranchFailed, "States.NoChoiceMatched", "States.OutputMatchFailure", "States.ParameterPathFailure",
	"States.Permissions", "States.ResultPathMatchFailure", errTaskFailed, errTimeout,
}

// laterErrors are the names that later versions brought.
var laterErrors = []string{
	"States.DataLimitExceeded", "States.ExceedToleratedFailureThreshold", errHeartbeatTimeout, "States.Http.Socket",
	"States.IntrinsicFailure", "States.ItemReaderFailed", "States.QueryEvaluationError", "States.ResultWriterFailed",
	errRuntime,
}

// laterError reports whether a later version brought the name of an error.
func laterError(name string) bool {
	return strings.HasPrefix(name, "States.Http.StatusCode.") || slices.Contains(laterErrors, name)
}

// reservedNames returns the reserved names of a level, for suggestions.
func reservedNames(level Level) []string {
	if level == Level2016 {
		return reservedErrors
	}
	return slices.Concat(reservedErrors, laterErrors)
}
