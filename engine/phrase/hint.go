package phrase

import "github.com/talon-solitaire/talon/engine/hint"

var hints = map[hint.Reason]text{
	hint.Wins: {
		"The next move of a line that wins.",
		"Der nächste Zug auf einem Weg zum Sieg.",
	},
	hint.Finishes: {
		"Everything left goes to the foundations.",
		"Alles, was noch liegt, geht auf die Zielstapel.",
	},
	hint.CompletesRun: {
		"Finishes a run, which leaves the table.",
		"Vollendet eine Folge, die den Tisch verlässt.",
	},
	hint.PlaysHome: {
		"Plays a card to its foundation.",
		"Legt eine Karte auf ihren Zielstapel.",
	},
	hint.TurnsUpCard: {
		"Turns up a card.",
		"Deckt eine Karte auf.",
	},
	hint.RemovesPair: {
		"Takes thirteen off the table.",
		"Nimmt dreizehn vom Tisch.",
	},
	hint.ContinuesChain: {
		"Begins the longest chain in sight.",
		"Beginnt die längste Kette, die zu sehen ist.",
	},
	hint.PlaysFromWaste: {
		"Brings a card of the waste into play.",
		"Bringt eine Karte von der Ablage ins Spiel.",
	},
	hint.EmptiesColumn: {
		"Empties a column.",
		"Macht eine Reihe frei.",
	},
	hint.JoinsRun: {
		"Continues a run.",
		"Setzt eine Folge fort.",
	},
	hint.Prepares: {
		"Makes room for a better move.",
		"Schafft Platz für einen besseren Zug.",
	},
	hint.Draws: {
		"Nothing better is in sight: draw.",
		"Etwas Besseres ist nicht zu sehen: ziehen.",
	},
	hint.DealsRow: {
		"Nothing better is in sight: deal a row.",
		"Etwas Besseres ist nicht zu sehen: eine Lage geben.",
	},
	hint.Redeals: {
		"Nothing better is in sight: turn the waste over.",
		"Etwas Besseres ist nicht zu sehen: die Ablage umdrehen.",
	},
}

// Hint returns a sentence that says what a move is advised for.
func Hint(l Language, r hint.Reason) string { return hints[r].in(l) }

var difficulties = map[string]text{
	"EASY":   {"easy", "leicht"},
	"MEDIUM": {"medium", "mittel"},
	"HARD":   {"hard", "schwer"},
}

// Difficulty returns the word for a difficulty, for example easy or leicht.
func Difficulty(l Language, name string) string { return difficulties[name].in(l) }

var verdicts = map[string]text{
	"WINNABLE":   {"winnable", "gewinnbar"},
	"UNWINNABLE": {"not winnable", "nicht gewinnbar"},
	"UNKNOWN":    {"unknown", "ungewiss"},
}

// Verdict returns the words for a verdict, for example winnable or gewinnbar.
func Verdict(l Language, name string) string { return verdicts[name].in(l) }
