package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/internal/licences"
)

// licencesCommand tells the terms that go along with every copy of the tool.
func (t *tool) licencesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "licences",
		Short: t.say(words{en: "What the tool is built on, and its licences", de: "Worauf das Werkzeug gebaut ist, mit den Lizenzen"}),
		Long: t.say(words{
			en: `Tells the licences of the modules that are in talon and in talon-server. Talon
itself is under the Apache License 2.0.`,
			de: `Nennt die Lizenzen der Module, die in talon und in talon-server stecken. Talon selbst
steht unter der Apache License 2.0.`,
		}),
		Example: example("talon licences | less"),
		GroupID: groupTool,
		Args:    t.takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(t.out, licences.Notices)
			return err
		},
	}
}
