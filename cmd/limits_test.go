package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEarlierLossIDs explains a loss by the id that it had before.
func TestEarlierLossIDs(t *testing.T) {
	t.Parallel()
	if status, stdout, stderr := command("explain", "convert/no-way-on"); status != 0 || !strings.HasPrefix(stdout, "convert/dead-end-continues") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}

// TestLimitsOfTargets has conversions be refused, with the reason, whose result would be larger than the engine of the target takes.
func TestLimitsOfTargets(t *testing.T) {
	t.Parallel()
	var asking []string
	for i := range 110 {
		asking = append(asking, fmt.Sprintf(`"P%d": {"Type": "Parallel", "Next": "P%d", "Branches": [{"StartAt": "T%d", "States": {"T%d": {"Type": "Task", "End": true,
		  "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "Parameters": {"MessageBody": {"token.$": "$$.Task.Token"}}}}}]}`, i, i+1, i, i))
	}
	steps := make([]string, 800)
	for i := range steps {
		steps[i] = fmt.Sprintf(`{"id": "s%d", "name": "s%d", "type": "SERVICE_TASK", "jobType": "%s%d"`, i, i, strings.Repeat("a", 1500), i)
		steps[i] += fmt.Sprintf(`, "nextStep": "s%d"}`, i+1)
	}
	steps = append(steps, fmt.Sprintf(`{"id": "s%d", "name": "end", "type": "END"}`, len(steps)))
	for to, x := range map[string]struct{ file, text, want string }{
		"asl": {"long.step.json", `{"id": "long", "name": "long", "steps": [` + strings.Join(steps, ",\n") + `]}`,
			"AWS takes 1,048,576 at most"},
		"fsm": {"asking.asl.json", `{"StartAt": "P0", "States": {` + strings.Join(asking, ",\n") + `, "P110": {"Type": "Succeed"}}}`, "more than the 100 that the engine allows"},
	} {
		t.Run(to, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), x.file)
			if err := os.WriteFile(path, []byte(x.text), 0o600); err != nil {
				t.Fatal(err)
			}
			status, stdout, stderr := command("convert", path, "--to", to)
			if status != 1 || stdout != "" || !strings.Contains(stderr, x.want) || !strings.Contains(stderr, "[convert/target-limit]") || strings.Contains(stderr, "defect") {
				t.Errorf("status %d, stdout %.200q, stderr %s", status, stdout, stderr[max(0, len(stderr)-2000):])
			}
		})
	}
}
