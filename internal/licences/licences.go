// Package licences holds the terms of what the programs are built on: they ask to go along with every copy.
package licences

import _ "embed"

// Notices are the terms as a text, each below the names of the modules whose it is. tools/licences writes it.
//
//go:embed notices.txt
var Notices string
