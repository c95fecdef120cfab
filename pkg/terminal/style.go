package terminal

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// styles are how the parts of a line look. Without colour all of them leave text as it is.
type styles struct {
	time, name, good, bad, wait, faint lipgloss.Style
}

func newStyles(w io.Writer, color bool) styles {
	r := lipgloss.NewRenderer(w, termenv.WithProfile(termenv.Ascii))
	if color {
		r.SetColorProfile(termenv.ANSI)
	}
	of := func(c string) lipgloss.Style { return r.NewStyle().Foreground(lipgloss.Color(c)) }
	return styles{time: of("8"), name: r.NewStyle().Bold(true), good: of("2"), bad: of("1"), wait: of("4"), faint: of("8")}
}
