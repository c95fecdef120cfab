package asl

import "strings"

// patternOf is the integration pattern that a resource ends in: ".sync", ".sync:2" or ".waitForTaskToken"; empty where the task
// answers at once.
func patternOf(resource string) string {
	for _, p := range []string{waitForToken, ".sync", ".sync:2"} {
		if strings.HasSuffix(resource, p) {
			return p
		}
	}
	return ""
}

// actionOf is the service and action of an integration: "s3:getObject" of "arn:aws:states:::s3:getObject", and of the same with
// "aws-sdk:"; empty for another resource.
func actionOf(resource string) string {
	_, action, ok := strings.Cut(resource, ":states:::")
	if !ok || !strings.HasPrefix(resource, "arn:") {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(action, "aws-sdk:"), patternOf(resource))
}

// hasToken reports whether a task is answered by whoever has its token: by a callback, or by the worker of an activity.
func hasToken(resource string) bool {
	return patternOf(resource) == waitForToken || strings.HasPrefix(resource, "arn:") && strings.Contains(resource, activityOfResource)
}
