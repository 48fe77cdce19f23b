package main

import (
	talon "github.com/talon-solitaire/talon/clients/go"
)

// open chooses who knows the rules.
func (t *tool) open() (authority, error) {
	if t.flags.server == "" {
		return local{language: t.language}, nil
	}
	client, err := talon.Dial(t.flags.server, talon.WithLanguage(t.language.String()))
	if err != nil {
		return nil, err
	}
	return remote{client}, nil
}
