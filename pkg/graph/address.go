package graph

import "strings"

// address shortens the address of a task to what tells it from others. An Amazon resource name,
// arn:partition:service:region:account:resource, becomes its service and the resource; what a state machine calls
// directly, arn:aws:states:::service:action, becomes that service and the action.
func address(task string) string {
	fields := strings.SplitN(strings.TrimSpace(task), ":", 6)
	if len(fields) < 6 || fields[0] != "arn" {
		return task
	}
	service, region, account, resource := fields[2], fields[3], fields[4], fields[5]
	switch {
	case service == "lambda":
		resource = strings.TrimPrefix(resource, "function:")
	case service == "states" && region == "" && account == "":
		service = ""
		resource = strings.Replace(strings.TrimPrefix(resource, "aws-sdk:"), ":", " ", 1)
	case service == "states":
		service = ""
		resource = strings.Replace(resource, ":", " ", 1)
	}
	return strings.TrimSpace(service + " " + resource)
}
