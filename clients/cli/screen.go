package main

import (
	"context"
	"errors"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// screen is a game that is played on a terminal as a whole: the model of its
// program, whose messages are keys, clicks, and what searches found out.
//
// What this program knows itself is done where a key asks for it: that takes
// microseconds. Calls of a server and searches run beside it, in a lane each.
type screen struct {
	*session // nil while a game is being chosen
	player   *player
	ctx      context.Context

	width, height int
	sheet         *table.Sheet
	top           int        // the first row of the table that is shown
	cursor        table.Spot // where the cursor is
	chosen        table.Spot // what is to be moved; its Pile is "" where nothing is
	pressed       table.Spot // where the mouse button went down

	note     string    // what is said below the table
	typing   *typing   // a line that is being typed
	question *question // what waits for yes or no
	page     *page     // what covers the table
	hints    []*solitairev1.Suggestion
	hinted   int // which of them is shown

	waiting lane // what the player waits for
	judging lane
	calling lane              // a change of the game, by a server
	held    []tea.KeyPressMsg // keys that wait for it
}

// playOnScreen plays a game on the terminal as a whole.
func (p *player) playOnScreen(ctx context.Context, s *session) error {
	shown := p.newScreen(ctx, s)
	err := p.show(ctx, shown)
	shown.waiting.stop()
	shown.judging.stop()
	shown.calling.stop()
	if left := p.part(ctx, shown.session); left != nil {
		return left // what became of the screen does not matter then
	}
	return err
}

// say is the tool's, also while no game is shown.
func (s *screen) say(w words, values ...any) string { return s.player.say(w, values...) }

// newScreen shows a game, or lets one be chosen where there is none yet.
func (p *player) newScreen(ctx context.Context, s *session) *screen {
	shown := &screen{player: p, ctx: ctx, width: 80, height: 24}
	if s == nil {
		shown.page = shown.menu()
		return shown
	}
	shown.begin(s)
	return shown
}

// begin shows a game from where it stands.
func (s *screen) begin(game *session) {
	s.session, s.page, s.cursor, s.chosen, s.top = game, nil, table.Spot{}, table.Spot{}, 0
	s.hints, s.note = nil, game.proved
	s.lay()
	s.cursor = s.sheet.Top(s.cursor.Pile)
}

// Init begins to judge the game, if that is wanted.
func (s *screen) Init() tea.Cmd { return s.judgeIt() }

// Update does what a message asks for.
func (s *screen) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	switch m := message.(type) {
	case tea.WindowSizeMsg:
		s.width, s.height = m.Width, m.Height
		s.lay()
	case tea.KeyPressMsg:
		return s, s.key(m)
	case tea.PasteMsg:
		if s.typing != nil {
			s.typing.insert(m.Content)
		}
	case tea.MouseClickMsg:
		if m.Button == tea.MouseLeft {
			return s, s.press(m.X, m.Y)
		}
	case tea.MouseReleaseMsg:
		return s, s.release(m.X, m.Y)
	case tea.MouseWheelMsg:
		s.scroll(map[tea.MouseButton]int{tea.MouseWheelUp: -3, tea.MouseWheelDown: 3}[m.Button])
	case found:
		if m.serial == m.lane.serial {
			m.lane.stop()
			return s, m.then()
		}
	}
	return s, nil
}

// key does what a key asks for, which depends on what is going on.
func (s *screen) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	switch {
	case name == "ctrl+c":
		return tea.Quit
	case name == "ctrl+z":
		return tea.Suspend
	case s.page != nil:
		return s.page.key(s, name)
	case s.question != nil:
		asked := s.question
		s.question, s.note = nil, ""
		if asked.agreed(name) {
			return asked.yes()
		}
		return nil
	case s.typing != nil:
		return s.typing.key(s, k)
	case s.calling.busy():
		return s.keyMeanwhile(k)
	}
	return s.bound(name)
}

// bound does what a key is bound to on the table.
func (s *screen) bound(name string) tea.Cmd {
	for _, binding := range bindings() {
		if binding.is(name) {
			s.note = ""
			next := binding.do(s, name)
			if s.typing != nil || s.question != nil || s.page != nil {
				s.waiting.stop() // what it finds would be said over what is asked
			}
			return next
		}
	}
	return nil
}

// lay lays the table out anew and keeps the cursor on it.
func (s *screen) lay() {
	if s.session == nil {
		return
	}
	x, y := 0, 0
	if s.sheet != nil {
		x, y, _ = s.sheet.Where(s.cursor)
	}
	s.sheet = s.layout()
	if _, _, drawn := s.sheet.Where(s.cursor); !drawn {
		s.cursor = s.sheet.Top(s.cursor.Pile)
	}
	if _, _, drawn := s.sheet.Where(s.cursor); !drawn {
		s.cursor, _ = s.sheet.Nearest(x, y)
	}
	s.follow()
}

// layout is the table as it fits the terminal.
func (s *screen) layout() *table.Sheet {
	style := s.style
	style.Width, style.Height = s.width, s.rows()
	return table.Lay(s.game.GetVariant(), tablePiles(s.game), style)
}

// follow scrolls the table until the cursor is in sight.
func (s *screen) follow() {
	_, y, _ := s.sheet.Where(s.cursor)
	rows := max(1, s.rows())
	if y <= 1 { // the names of the piles stand above the first cards
		y = 0
	}
	s.top = min(max(s.top, y-rows+1), y)
	s.scroll(0)
}

// scroll moves the table by some rows, as far as it goes.
func (s *screen) scroll(rows int) {
	if s.sheet != nil {
		s.top = max(0, min(s.top+rows, len(s.sheet.Lines())-s.rows()))
	}
}

// done shows what came of something, and says it where it was refused.
func (s *screen) done(err error) tea.Cmd {
	s.chosen = table.Spot{}
	var some *halted
	if err != nil && !errors.As(err, &some) {
		s.note = s.reason(err)
		return nil
	}
	s.waiting.stop()
	s.hints = nil
	s.lay()
	s.note = s.ending()
	if some != nil {
		s.note = s.reason(some)
	}
	return s.judgeIt()
}

// ending says how the game has ended and which keys lead on, "" while it goes on.
func (s *screen) ending() string {
	switch s.game.GetStatus() {
	case solitairev1.Game_WON:
		return s.outcome() + s.say(words{
			en: " n deals another game, R this one again.",
			de: " n teilt ein neues Spiel aus, R dieses nochmal.",
		})
	case solitairev1.Game_STUCK:
		return s.outcome() + s.say(words{
			en: " u takes moves back, w finds where it was lost.",
			de: " u nimmt Züge zurück, w findet, wo es verloren ging.",
		})
	}
	return ""
}

// enterMoves plays moves that were typed.
func (s *screen) enterMoves(moves []string) tea.Cmd {
	return s.call(false, func(ctx context.Context, game *session) error { return game.enterAll(ctx, moves) })
}

// takeBack takes the latest move back.
func (s *screen) takeBack() tea.Cmd {
	return s.call(s.atHand(s.at-1), func(ctx context.Context, game *session) error { return game.undo(ctx) })
}

// finishAll plays the automatic finish.
func (s *screen) finishAll() tea.Cmd {
	return s.call(false, func(ctx context.Context, game *session) error { return game.finish(ctx) })
}

// beginAgain goes back to the beginning.
func (s *screen) beginAgain() tea.Cmd {
	return s.call(s.atHand(0), func(ctx context.Context, game *session) error { return game.restart(ctx) })
}

// dealNext deals another game of the same kind, beside the one on the screen.
func (s *screen) dealNext(request *solitairev1.DealGameRequest) tea.Cmd {
	s.note = s.say(words{en: "Dealing… Esc stops it.", de: "Es wird ausgeteilt … Esc bricht ab."})
	return s.beside(&s.waiting, func(ctx context.Context) func() tea.Cmd {
		request.View = solitairev1.Game_TABLE_AND_MOVES
		answer, err := s.player.rules.DealGame(ctx, request)
		return func() tea.Cmd {
			if err != nil {
				s.note = printable(s.player.explain(err))
				return nil
			}
			s.begin(s.player.dealtSession(answer))
			return s.judgeIt()
		}
	})
}

// askNumber asks which deal is to be the next one.
func (s *screen) askNumber() tea.Cmd {
	s.typing = &typing{
		label: s.say(words{en: "Deal number (none: at random): ", de: "Spielnummer (keine: zufällig): "}),
		enter: func(text string) tea.Cmd {
			number, err := strconv.ParseUint(text, 10, 32)
			if text != "" && (err != nil || number == 0) {
				s.note = s.player.explain(engine.ErrDealNumber)
				return nil
			}
			return s.dealNext(s.player.another(s.session, uint32(number)))
		},
	}
	return nil
}

// askPath asks where the record is to be saved.
func (s *screen) askPath() tea.Cmd {
	s.typing = &typing{
		label: s.say(words{en: "Save the record in: ", de: "Aufzeichnung speichern in: "}),
		text:  []rune(s.fileName() + ".jsonl"),
		enter: func(path string) tea.Cmd {
			if err := s.save(path); err != nil {
				s.note = printable(err.Error())
			} else {
				s.note = printable(s.say(saved, path))
			}
			return nil
		},
	}
	return nil
}

// leave ends the program; where something would be interrupted it asks before.
func (s *screen) leave() tea.Cmd {
	if s.session == nil || s.over() || !s.unkept() {
		return tea.Quit
	}
	s.ask(s.say(words{
		en: "The game is not over. Leave it? Its record is printed.",
		de: "Das Spiel ist noch nicht zu Ende. Aufhören? Die Aufzeichnung wird geschrieben.",
	}), func() tea.Cmd { return tea.Quit })
	return nil
}
