package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// distributedMap is an iteration of asl with more fields.
func distributedMap(fields string) string {
	return `{"StartAt": "Load", "States": {"Load": {"Type": "Map", ` + fields + `, "ResultPath": "$.loads", "ItemProcessor": {
		"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
		"StartAt": "One", "States": {"One": {"Type": "Task", "Resource": "urn:task:load", "End": true}}}, "End": true}}}`
}

// TestDistributedItems has an iteration lose by name what it does with its items besides, where nothing has taken its place.
func TestDistributedItems(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]string{
		`"ItemsPath": "$.files", "ToleratedFailureCount": 2`:                                                                                               ", each in a run of its own, of which 2 may fail",
		`"ItemsPath": "$.files", "ToleratedFailurePercentagePath": "$.most"`:                                                                               ", each in a run of its own, of which `$.most` % may fail",
		`"ItemsPath": "$.files", "ItemBatcher": {"MaxItemsPerBatch": 5}`:                                                                                   ", in batches of at most 5 items, each in a run of its own",
		`"ItemsPath": "$.files", "ItemBatcher": {"MaxInputBytesPerBatch": 500}`:                                                                            ", in batches of at most 500 bytes, each in a run of its own",
		`"ItemReader": {"Resource": "arn:aws:states:::s3:getObject", "ReaderConfig": {"InputType": "JSON", "MaxItems": 9}, "Parameters": {"Bucket": "b"}}`: " that it reads by arn:aws:states:::s3:getObject with `{\"Bucket\":\"b\"}`, at most 9, each in a run of its own",
		`"ItemsPath": "$.files", "ResultWriter": {"Resource": "arn:aws:states:::s3:putObject", "Parameters": {"Bucket": "b"}}`:                             ", each in a run of its own, and stores the outcomes by arn:aws:states:::s3:putObject with `{\"Bucket\":\"b\"}`",
	} {
		p := lowered(t, "today.asl.json", distributedMap(fields))
		c := rewritten(t, p, plainMerging(), distributedItems)
		losses := c.Losses()
		if len(losses) != 1 || losses[0].Rule != &lossItems || !strings.HasSuffix(losses[0].Message, "for each item"+want) {
			t.Errorf("%s: the losses are %+v", fields, losses)
		}
		for _, n := range c.Program.Start().Nodes {
			if n.Kind == workflow.Scope && !plainItems(n.Body.Items) {
				t.Errorf("%s: the iteration is still %+v", fields, n.Body.Items)
			}
		}
		if again := rewritten(t, c.Program, plainMerging(), distributedItems); len(again.Losses()) > 0 {
			t.Errorf("%s: a plain iteration loses %+v", fields, again.Losses())
		}
	}
}

// TestDistributedTask has a task do what an iteration does that tolerates failures and groups its items, also where the target iterates.
func TestDistributedTask(t *testing.T) {
	t.Parallel()
	p := lowered(t, "today.asl.json", distributedMap(`"ItemsPath": "$.files", "ToleratedFailureCount": 1, "ItemBatcher": {"MaxItemsPerBatch": 2}`))
	able := plainReplacing()
	able.Kinds |= dialects.Kinds(workflow.Scope)
	able.Each, able.AtOnce = true, true
	c := rewritten(t, p, able, callingTasks(callScopes))
	run := play{input: `{"files": [1, 2, 3]}`, answers: map[string][]string{"urn:task:load": {`2 {"rows": 1}`, `5 fail Broken`}}}
	if was, is := observed(t, p, run), observedWorking(t, c, run); was != is || len(c.Raised.StandIns) != 1 {
		t.Errorf("it did\n%s\nand does\n%s", was, is)
	}
}
