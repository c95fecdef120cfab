package cmd

import (
	"io"

	"github.com/spf13/cobra"
)

// wordsOfBash is what the package bash-completion provides for the script that the library writes, for shells without it.
// Bash splits the words of a line at "=" and ":", and the function puts them together again.
const wordsOfBash = `# Without the package bash-completion:
if ! declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
    _get_comp_words_by_ref()
    {
        local rest=$COMP_LINE trimmed word i
        words=() cword=0
        for i in "${!COMP_WORDS[@]}"; do
            word=${COMP_WORDS[i]}
            trimmed=${rest#"${rest%%[![:space:]]*}"}
            if [[ $i -gt 0 && $trimmed == "$rest" ]]; then
                words[${#words[@]}-1]+=$word
            else
                words+=("$word")
            fi
            rest=${trimmed#"$word"}
            if [[ $i -eq $COMP_CWORD ]]; then
                cword=$((${#words[@]} - 1))
            fi
        done
        cur=${words[cword]} prev=${words[cword > 0 ? cword - 1 : 0]}
    }
fi

`

// completeBash has the completion script for bash work without further packages.
func completeBash(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	c, _, err := root.Find([]string{"completion", "bash"})
	if err != nil || c.Name() != "bash" {
		panic("the library has no completion for bash") // a mistake in this program
	}
	groups(c.Parent())
	c.Long = "Generate the autocompletion script for bash. The package bash-completion is not needed.\n\n" +
		"To load completions in the running shell:\n\n  source <(flowglot completion bash)\n\n" +
		"To load them in every new shell, run once, on Linux:\n\n  flowglot completion bash > /etc/bash_completion.d/flowglot\n\n" +
		"or, where bash-completion is not installed:\n\n  echo 'source <(flowglot completion bash)' >> ~/.bashrc"
	write := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, err := io.WriteString(c.OutOrStdout(), wordsOfBash); err != nil {
			return err
		}
		return write(c, args)
	}
}
