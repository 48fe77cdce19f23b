package main

import (
	talon "github.com/talon-solitaire/talon/clients/go"
)

// open chooses who knows the rules.
func (t *tool) open() (authority, error) {
	if t.flags.server == "" {
		return local{language: t.language, memory: t.megabytes << 20}, nil
	}
	client, err := talon.Dial(t.flags.server, talon.WithLanguage(t.language.String()))
	if err != nil {
		return nil, t.usage(words{
			en: "--server cannot be %.40q, wanted an address such as 127.0.0.1:9090",
			de: "--server kann nicht „%.40s“ sein, erwartet wird eine Adresse wie 127.0.0.1:9090",
		}, t.flags.server)
	}
	return remote{client}, nil
}
