package cmd

import (
	"errors"

	"github.com/spf13/pflag"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
)

// runFlags are the flags of run.
type runFlags struct {
	input, scenario   string
	name              string       // of the case of the scenario
	scenarioFile      *source.File // of the scenario, when it was read
	inputGiven        bool
	set               []string
	stubs, execs      []string
	commands          string
	unstubbed         string
	occurrences       []run.Occurrence
	clock, start      string
	maxSteps, jobs    int
	maxData           string
	schedule          int
	maxTime           string
	traceFile, format string
	buckets           []string
	context           string
	seed              uint64
	noLimits          bool
	mocks             string
	traceFormat       string
	quiet, verbose    bool
	report            string
	interactive, step bool
	save, saveAnswers string
	resume            string
	state             *run.State // of --resume; nil without one
}

// define adds the flags to those of the command.
func (f *runFlags) define(flags *pflag.FlagSet) {
	flags.StringVar(&f.input, "input", "", "the input: JSON, the path of a file, or - for standard input")
	flags.StringArrayVar(&f.set, "set", nil, "set a part of the input: `PATH=VALUE`")
	flags.StringVar(&f.scenario, "scenario", "", "take input, answers and occurrences from this scenario `file`")
	flags.StringArrayVar(&f.stubs, "stub", nil, "answer a task: `NAME=JSON`, where NAME is a node, a task or a pattern")
	flags.StringArrayVar(&f.execs, "exec", nil, "answer a task by a shell command: `NAME=COMMAND`")
	flags.StringVar(&f.commands, "tasks", "", "a `directory` with an executable for each task, named like the task")
	flags.StringVar(&f.unstubbed, "unstubbed", "echo", "result of tasks without an answer: their input (echo), {} (empty) or an error (fail)")
	flags.Var(&occurrenceFlag{"event", &f.occurrences}, "event", "deliver an event, a CloudEvent as JSON, as soon as the run waits for it")
	flags.Var(&occurrenceFlag{"complete", &f.occurrences}, "complete", "complete a user task as soon as it is reached: NODE[=JSON]")
	flags.Var(&occurrenceFlag{"signal", &f.occurrences}, "signal", "send a signal to a node as soon as it waits: NODE[=JSON]")
	flags.Var(&occurrenceFlag{"transition", &f.occurrences}, "transition", "fsm: request a transition: NAME[=JSON]")
	flags.Var(&occurrenceFlag{"update", &f.occurrences}, "update", "fsm: merge JSON into the data of the entity")
	flags.Var(&occurrenceFlag{"taskToken", &f.occurrences}, "task-token", "asl: answer a task by its token as soon as it waits: NODE[=JSON]")
	flags.StringArrayVar(&f.buckets, "s3", nil, "asl: a directory to use as a bucket: `BUCKET=DIR`")
	flags.StringVar(&f.context, "context", "", "asl: members of the Context object, as `JSON`")
	flags.Uint64Var(&f.seed, "seed", 0, "the seed for random values in a run")
	flags.BoolVar(&f.noLimits, "no-limits", false, "asl: do not apply the limits on payloads and on the history of an execution")
	flags.StringVar(&f.mocks, "mocks", "", "asl: answer tasks from this mock `file`: a MockConfigFile or a mock of TestState")
	flags.StringVar(&f.name, "case", "", "the case of the scenario file, or without cases there, that of the mock file: `NAME` or MACHINE#NAME")
	flags.StringVar(&f.clock, "clock", "simulated", "simulated or real")
	flags.StringVar(&f.start, "start", "", "the `instant` at which the run starts, or now (default "+defaultStart+")")
	flags.IntVar(&f.schedule, "schedule", 0, "sw: run the next `N` instants of the schedule of the workflow")
	flags.IntVar(&f.maxSteps, "max-steps", defaultMaxSteps, "end the run after this many steps; 0: no limit")
	flags.StringVar(&f.maxData, "max-data", "64M", "end the run when a value in it is longer than this `SIZE` as JSON: bytes, or with K, M or G; 0: no limit")
	flags.IntVar(&f.jobs, "jobs", defaultJobs, "run at most `N` commands at a time; 0: no limit")
	flags.StringVar(&f.maxTime, "max-time", defaultMaxTime, "end the run after this much virtual time; 0: no limit")
	flags.StringVar(&f.traceFile, "trace-file", "", "write the trace to this `file` as JSON Lines; -: to standard output in place of the text")
	flags.StringVar(&f.traceFormat, "trace-format", "jsonl", "the format of the trace: jsonl, or aws, the history of an execution of asl; aws without --trace-file writes to standard output")
	flags.StringVar(&f.format, "format", "text", "text or json")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print only the output")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "print all data: the input and output of each step and task, and the data of each transition")
	flags.BoolVarP(&f.interactive, "interactive", "i", false, "ask for the answers of tasks that nothing answers, and for what happens from outside")
	flags.BoolVar(&f.step, "step", false, "-i: stop at each state or step, and prompt for a command")
	flags.StringVar(&f.save, "save", "", "stop when the run waits for something from outside, and save it to this `file`")
	flags.StringVar(&f.resume, "resume", "", "continue a run from this `file` of --save; from a scenario, as -i with its answers, which are taken one by one")
	flags.StringVar(&f.saveAnswers, "save-scenario", "", "-i: write what was answered to this scenario `file`")
	flags.StringVar(&f.report, "report", "", "write a page about the run, with the drawing, the calls and all data, to this `file`: FILE.html")
}

// check returns what is wrong with the flags.
func (f *runFlags) check() error {
	if f.schedule < 0 {
		return errors.New("--schedule cannot be negative")
	}
	if err := errors.Join(oneOf("--unstubbed", f.unstubbed, "echo", "empty", "fail"), oneOf("--clock", f.clock, "simulated", "real"),
		oneOf("--format", f.format, "text", "json"), oneOf("--trace-format", f.traceFormat, "jsonl", "aws")); err != nil {
		return err
	}
	return f.checkText()
}

// checkText refuses flags about the text that contradict each other.
func (f *runFlags) checkText() error {
	switch {
	case f.saveAnswers != "" && !f.interactive:
		return errors.New("--save-scenario writes what was answered, and needs -i; --save saves the run")
	case f.save != "" && f.schedule > 0:
		return errors.New("--save saves one run; it cannot be combined with --schedule")
	case f.step && !f.interactive:
		return errors.New("--step needs -i")
	case f.interactive && (f.format != "text" || f.quiet || f.traceFile != "" || f.report != "" || f.schedule > 0 || f.mocks != "" || f.clock == "real" || f.input == stdout):
		return errors.New("-i shows the run as text and reads answers from standard input; it cannot be combined with --format json, -q, --trace-file, --report, --schedule, --mocks, --clock real or --input -")
	case f.quiet && f.verbose:
		return errors.New("--quiet and --verbose cannot be combined")
	case (f.quiet || f.verbose) && f.format != "text":
		return errors.New("--quiet and --verbose are for --format text")
	}
	return nil
}

// outputs are the files that the flags ask to be written. What is continued with --resume may be saved where it was.
func (f *runFlags) outputs() []output {
	all := []output{{"--trace-file", f.traceFile}, {"--report", f.report}}
	if f.save != f.resume {
		all = append(all, output{"--save", f.save})
	}
	if f.saveAnswers != f.resume {
		all = append(all, output{"--save-scenario", f.saveAnswers})
	}
	return all
}
