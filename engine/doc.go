// Package engine holds the rules of Klondike, Spider, FreeCell, Pyramid,
// Tri-Peaks, Golf and Yukon: positions and moves as text, legality, play,
// take-back, status, automatic finish, replay, deals and scoring.
//
// It promises to be pure and total: the same input gives the same answer on
// every machine, a refused move changes nothing and says which rule refused
// it, and no input makes it panic. It knows no clock, no log, no network and
// no global state, and imports the standard library only.
//
// Two kinds of trust are two types. A Setup is what a stranger says; it may
// be nonsense. A Position is possible; the only way from one to the other is
// validation, which names every violation at once.
package engine
