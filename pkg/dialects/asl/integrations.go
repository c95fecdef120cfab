package asl

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed integrations.txt
var integrationTable string

//go:embed sdk_services.txt
var sdkTable string

// An integration is an action that a task may name without an SDK (asl today: "Resources").
type integration struct {
	service, action string
	patterns        []string   // beyond request-response
	required        [][]string // parameters, each with those that may stand for it
	files           bool       // only for the reader and the writer of a distributed Map
}

// integrations are the optimized integrations by service. They do not change once they are read.
var integrations = sync.OnceValue(func() map[string][]*integration {
	out := map[string][]*integration{}
	for line := range strings.Lines(integrationTable) {
		f := strings.Fields(line)
		if len(f) < 3 || f[0] == "#" {
			continue
		}
		x := &integration{service: f[0], action: f[1], files: f[2] == "r" || f[2] == "w"}
		for _, mark := range f[2] {
			switch mark {
			case 's':
				x.patterns = append(x.patterns, ".sync")
			case '2':
				x.patterns = append(x.patterns, ".sync:2")
			case 't':
				x.patterns = append(x.patterns, waitForToken)
			}
		}
		for _, p := range f[3:] {
			x.required = append(x.required, strings.Split(p, "|"))
		}
		out[x.service] = append(out[x.service], x)
	}
	return out
})

// sdkServices are the names of services in resources of the AWS SDK integration.
var sdkServices = sync.OnceValue(func() []string {
	names := strings.Fields(sdkTable)
	slices.Sort(names)
	return names
})

// A resource is what the Resource of a task names.
type resource struct {
	sdk             bool // of the AWS SDK integration
	service, action string
	pattern         string // what follows the action: ".sync"
	// at is where in the text the parts begin.
	serviceAt, actionAt, patternAt int
}

// resourceOf takes apart the resource of a task. The service is empty for one that is not an integration, or that holds
// placeholders. A Lambda function that is named by its own ARN has the service "lambda" and no action.
func resourceOf(s *State) resource {
	if s.Type != Task || s.Resource == nil {
		return resource{}
	}
	return parseResource(s.Resource.Value)
}

func parseResource(text string) resource {
	if !strings.HasPrefix(text, "arn:") || hasPlaceholder(text) {
		return resource{}
	}
	if strings.Contains(text, ":lambda:") && strings.Contains(text, ":function:") {
		return resource{service: "lambda"}
	}
	const mark = ":states:::"
	i := strings.Index(text, mark)
	if i < 0 {
		return resource{}
	}
	r := resource{serviceAt: i + len(mark)}
	rest, sdk := strings.CutPrefix(text[r.serviceAt:], "aws-sdk:")
	if r.sdk = sdk; sdk {
		r.serviceAt += len("aws-sdk:")
	}
	service, action, _ := strings.Cut(rest, ":")
	r.service, r.actionAt = service, r.serviceAt+len(service)+1
	r.action, r.pattern, _ = strings.Cut(action, ".")
	r.patternAt = r.actionAt + len(r.action)
	if r.patternAt < len(text) {
		r.pattern = "." + r.pattern
	}
	return r
}

// integration returns the optimized integration that a resource names, or nil.
func (r *resource) integration() *integration {
	if r.sdk {
		return nil
	}
	for _, x := range integrations()[r.service] {
		if x.action == r.action {
			return x
		}
	}
	return nil
}
