package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The kinds of flags that commands share; a command names those that have an effect on it, and its help shows no others.
const (
	prints = "prints" // findings or results in colours
	reads  = "reads"  // definitions, in dialects
	runs   = "runs"   // workflows
)

// shared are the flags that all commands accept, with their kind. Those for the options of dialects, which are not among them,
// have an effect where definitions are read.
var shared = map[string]string{"color": prints, "dialect": reads, "base-uri": reads, "allow-write": runs, "allow-net": runs}

// sharedKey is the annotation with the kinds of shared flags that have an effect on a command.
const sharedKey = "flowglot_shared"

// uses notes the kinds of shared flags that have an effect on a command. Without it, all are shown.
func uses(c *cobra.Command, kinds ...string) {
	if c.Annotations == nil {
		c.Annotations = map[string]string{}
	}
	c.Annotations[sharedKey] = strings.Join(kinds, " ")
}

// hideUseless hides shared flags that have no effect on a command from its help.
func hideUseless(c *cobra.Command) {
	kinds, noted := c.Annotations[sharedKey]
	if !noted && c.Name() != "completion" && !(c.HasParent() && c.Parent().Name() == "completion") {
		return
	}
	c.InheritedFlags().VisitAll(func(f *pflag.Flag) {
		kind, ok := shared[f.Name]
		if !ok {
			kind = reads
		}
		f.Hidden = !slices.Contains(strings.Fields(kinds), kind)
	})
}

// completionKey is the annotation of a flag with the values that the shell offers for it.
const completionKey = "flowglot_completion"

// complete has the shell offer fixed values for a flag. They are registered only when the shell asks: the library keeps what is
// registered as long as the program runs.
func complete(c *cobra.Command, flag string, values ...string) {
	f := c.Flag(flag)
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[completionKey] = values
}

// rulesKey is the annotation of a flag for which the shell offers the ids of rules, with the endings that they may have.
const rulesKey = "flowglot_rules"

// completeRules has the shell offer the ids of rules for a flag. If endings are given, it offers each id with each of them.
func completeRules(c *cobra.Command, flag string, endings ...string) {
	if len(endings) == 0 {
		endings = []string{""}
	}
	c.Flag(flag).Annotations = map[string][]string{rulesKey: endings}
}

// nodesKey is the annotation of a flag for which the shell offers the names of nodes.
const nodesKey = "flowglot_nodes"

// completeNodes has the shell offer the nodes of the definition on the command line for a flag.
func completeNodes(c *cobra.Command, flag string) {
	c.Flag(flag).Annotations = map[string][]string{nodesKey: {"true"}}
}

// registerCompletions registers what the shell offers for the flags of a command and of those below it.
func (a *app) registerCompletions(c *cobra.Command) error {
	var wrong error
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		var offer cobra.CompletionFunc
		if values, ok := f.Annotations[completionKey]; ok {
			offer = cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
		} else if endings, ok := f.Annotations[rulesKey]; ok {
			offer = cobra.FixedCompletions(a.ruleIDs(endings...), cobra.ShellCompDirectiveNoFileComp)
		} else if _, ok := f.Annotations[nodesKey]; ok {
			offer = a.offerNodes
		}
		if offer != nil && wrong == nil {
			wrong = c.RegisterFlagCompletionFunc(f.Name, offer)
		}
	})
	for _, below := range c.Commands() {
		if err := a.registerCompletions(below); err != nil {
			return err
		}
	}
	return wrong
}

// asksForCompletion reports whether a command line is that of a shell that asks what it may offer.
func asksForCompletion(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}
