package main

import (
	"context"
	"errors"
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
	switch token, err := t.token(); {
	case err != nil:
		return nil, err
	case token != nil:
		options = append(options, talon.WithToken(token))
	}
	client, err := talon.Dial(t.flags.server, options...)
	if errors.Is(err, talon.ErrPlaintextToken) {
		return nil, t.usage(words{
			en: "a token is not sent to %.40q without TLS, wanted an address that begins with https://",
			de: "ein Token wird an „%.40s“ nicht ohne TLS geschickt, erwartet wird eine Adresse mit https:// am Anfang",
		}, t.flags.server)
	}
	if err != nil {
		return nil, t.usage(words{
			en: "--server cannot be %.40q, wanted an address such as 127.0.0.1:9090",
			de: "--server kann nicht „%.40s“ sein, erwartet wird eine Adresse wie 127.0.0.1:9090",
		}, t.flags.server)
	}
	return remote{client}, nil
}

// maxToken is the largest file of a token, in bytes.
const maxToken = 16 << 10

// token gives the source of the token for the server, nil where there is none. A file
// is read for each call, since a token is replaced there while a game goes on.
func (t *tool) token() (talon.TokenSource, error) {
	if t.flags.tokenFile == "" {
		if token := t.getenv("TALON_TOKEN"); token != "" {
			return talon.Token(token), nil
		}
		return nil, nil
	}
	read := func(context.Context) (string, error) { return t.operand("@"+t.flags.tokenFile, maxToken) }
	_, err := read(context.Background())
	return read, err
}
