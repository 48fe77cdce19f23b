package main

import (
	"strings"

	talon "github.com/talon-solitaire/talon/clients/go"
)

// open chooses who knows the rules.
func (t *tool) open() (authority, error) {
	secured := t.flags.ca + t.flags.cert + t.flags.key
	switch {
	case secured != "" && !strings.HasPrefix(t.flags.server, "https://"):
		return nil, t.usage(words{
			en: "--ca, --cert and --key need a --server that begins with https://",
			de: "--ca, --cert und --key brauchen einen --server, der mit https:// beginnt",
		})
	case (t.flags.cert == "") != (t.flags.key == ""):
		return nil, t.usage(words{en: "--cert and --key go together", de: "--cert und --key gehören zusammen"})
	case t.flags.server == "":
		return local{language: t.language, memory: t.megabytes << 20}, nil
	}
	options := []talon.Option{talon.WithLanguage(t.language.String())}
	if secured != "" {
		config, err := talon.TLSFiles(t.flags.ca, t.flags.cert, t.flags.key)
		if err != nil {
			return nil, err
		}
		options = append(options, talon.WithTLS(config))
	}
	client, err := talon.Dial(t.flags.server, options...)
	if err != nil {
		return nil, t.usage(words{
			en: "--server cannot be %.40q, wanted an address such as 127.0.0.1:9090",
			de: "--server kann nicht „%.40s“ sein, erwartet wird eine Adresse wie 127.0.0.1:9090",
		}, t.flags.server)
	}
	return remote{client}, nil
}
