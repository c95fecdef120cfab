package asl

import (
	"slices"
	"strings"
	"testing"
)

// TestIntegrations reads the tables of integrations in full: each line is one action, and no service is in them twice.
func TestIntegrations(t *testing.T) {
	t.Parallel()
	actions := 0
	for service, list := range integrations() {
		for i, x := range list {
			actions++
			if x.service != service || slices.ContainsFunc(list[:i], func(y *integration) bool { return y.action == x.action }) {
				t.Errorf("%s:%s is there twice", service, x.action)
			}
		}
	}
	lines := 0
	for line := range strings.Lines(integrationTable) {
		if !strings.HasPrefix(line, "#") && strings.TrimSpace(line) != "" {
			lines++
		}
	}
	if actions != lines {
		t.Errorf("%d actions of %d lines were read", actions, lines)
	}
	names := sdkServices()
	if len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Error("a service of the SDK is there twice")
	}
	for _, name := range names {
		if name != strings.ToLower(name) {
			t.Errorf("%s is not in lower case", name)
		}
	}
}

func TestParseResource(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]resource{
		"arn:aws:states:::sqs:sendMessage":                    {service: "sqs", action: "sendMessage", serviceAt: 17, actionAt: 21, patternAt: 32},
		"arn:aws:states:::states:startExecution.sync:2":       {service: "states", action: "startExecution", pattern: ".sync:2", serviceAt: 17, actionAt: 24, patternAt: 38},
		"arn:aws:states:::aws-sdk:s3:getObject":               {sdk: true, service: "s3", action: "getObject", serviceAt: 25, actionAt: 28, patternAt: 37},
		"arn:aws:states:::aws-sdk":                            {service: "aws-sdk", serviceAt: 17, actionAt: 25, patternAt: 25},
		"arn:aws:lambda:eu-west-1:123456789012:function:f":    {service: "lambda"},
		"arn:aws:states:eu-west-1:123456789012:activity:ship": {},
		"arn:aws:states:::${Service}:sendMessage":             {},
		"urn:task:ship": {},
		"":              {},
	} {
		if got := parseResource(text); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}
