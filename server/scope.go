package main

import (
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// The scopes of tokens: what their bearers may do.
const (
	// scopeRules is for everything about games that are dealt, scopeDeal for dealing them, scopeSolve for what
	// searches them.
	scopeRules = "talon.rules"
	scopeDeal  = "talon.deal"
	scopeSolve = "talon.solve"
	// public is for methods that everybody may call.
	public = ""
)

// scopes says for each method which scope a token needs for it. What is no method is public: it is refused as
// such.
var scopes = map[string]string{
	solitairev1.RulesService_GetVersion_FullMethodName: public,

	solitairev1.RulesService_ListVariants_FullMethodName:    scopeRules,
	solitairev1.RulesService_GetVariant_FullMethodName:      scopeRules,
	solitairev1.RulesService_InspectGame_FullMethodName:     scopeRules,
	solitairev1.RulesService_ValidateMove_FullMethodName:    scopeRules,
	solitairev1.RulesService_ApplyMoves_FullMethodName:      scopeRules,
	solitairev1.RulesService_EnumerateMoves_FullMethodName:  scopeRules,
	solitairev1.RulesService_FinishGame_FullMethodName:      scopeRules,
	solitairev1.RulesService_ReplayGame_FullMethodName:      scopeRules,
	solitairev1.RulesService_ReplayGames_FullMethodName:     scopeRules,
	solitairev1.RulesService_ConvertPosition_FullMethodName: scopeRules,

	solitairev1.RulesService_DealGame_FullMethodName: scopeDeal,

	solitairev1.SolverService_SolveGame_FullMethodName:        scopeSolve,
	solitairev1.SolverService_WatchSolve_FullMethodName:       scopeSolve,
	solitairev1.SolverService_SuggestMove_FullMethodName:      scopeSolve,
	solitairev1.SolverService_FindLastWinnable_FullMethodName: scopeSolve,
}
