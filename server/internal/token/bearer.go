package token

import "strings"

// mostBytes is the longest token that is looked at.
const mostBytes = 8 << 10

// scheme is the only one that is taken.
const scheme = "bearer"

// Bearer gives the token of the authorization headers of a call, of which there has to be one. The error is
// ErrMissing or ErrInvalid.
func Bearer(headers []string) (string, error) {
	switch len(headers) {
	case 0:
		return "", ErrMissing
	case 1:
	default:
		return "", ErrInvalid
	}
	name, text, parted := strings.Cut(headers[0], " ")
	text = strings.TrimLeft(text, " ")
	if !parted || !strings.EqualFold(name, scheme) || len(text) > mostBytes || !compact(text) {
		return "", ErrInvalid
	}
	return text, nil
}

// compact reports whether a text has the form of a signed token: three parts in base64url with dots between them.
func compact(text string) bool {
	dots, length := 0, 0
	for i := range len(text) {
		c := text[i]
		switch {
		case c == '.' && length > 0:
			dots, length = dots+1, 0
		case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c == '-', c == '_':
			length++
		default:
			return false
		}
	}
	return dots == 2 && length > 0
}
