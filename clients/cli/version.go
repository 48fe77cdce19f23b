package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// versionCommand says which build this is and which rules it knows.
func (t *tool) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: t.say(words{en: "Build and versions of the rules", de: "Programmstand und Versionen der Regeln"}),
		Long: t.say(words{
			en: `Tells the build, and for each game which versions of its rules are served. With
--server, those of the server.`,
			de: `Nennt den Programmstand und je Spiel die Versionen seiner Regeln. Mit --server die
des Servers.`,
		}),
		Example: example("talon version", "talon version --server 127.0.0.1:9090"),
		GroupID: groupTool,
		Args:    t.takes(0, 0),
		RunE:    func(c *cobra.Command, _ []string) error { return t.tellVersion(c.Context()) },
	}
}

// tellVersion prints the build and the versions of whoever knows the rules.
func (t *tool) tellVersion(ctx context.Context) error {
	answer, err := t.rules.GetVersion(ctx, &solitairev1.GetVersionRequest{})
	if err != nil {
		return err
	}
	if t.flags.json {
		return t.encode(answer)
	}
	fmt.Fprintf(t.out, "talon %s\n", printable(answer.GetBuild()))
	fmt.Fprintln(t.out, t.say(words{en: "notation %d", de: "Notation %d"}, answer.GetNotationVersion()))
	for _, rules := range answer.GetRulesVersions() {
		fmt.Fprintln(t.out, t.say(words{en: "%-9s rules %v", de: "%-9s Regeln %v"}, printable(rules.GetVariant()), rules.GetVersions()))
	}
	return nil
}
