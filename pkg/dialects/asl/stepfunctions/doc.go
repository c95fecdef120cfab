// Package stepfunctions reads and writes what AWS Step Functions and the tools around it have besides definitions: mock files
// of Step Functions Local, mocks of the TestState API, and histories of executions.
package stepfunctions
