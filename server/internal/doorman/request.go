package doorman

import (
	"bytes"
	"strconv"
)

// Request is what the doorman sees of a request.
type Request struct {
	// Path is where it goes, Languages what it says in Accept-Language, all of these lines with commas between them.
	Path, Languages string
}

var (
	post, version = []byte("POST "), []byte(" HTTP/1.1")
	newline       = []byte("\r\n")
)

// read reads a text that is one request by POST with its body and nothing else. One that wants anything to be done with
// the connection, that a proxy or a browser has to be told something about, or that names itself, is none of the
// doorman's business.
func read(text []byte) (*Request, bool) {
	line, rest, _ := bytes.Cut(text, newline)
	path, is := bytes.CutPrefix(line, post)
	if !is {
		return nil, false
	}
	if path, is = bytes.CutSuffix(path, version); !is || len(path) == 0 || path[0] != '/' || bytes.ContainsAny(path, " \t?%") {
		return nil, false
	}
	r := &Request{Path: string(path)}
	length := -1
	for {
		var there bool
		if line, rest, there = bytes.Cut(rest, newline); !there {
			return nil, false
		}
		if len(line) == 0 {
			break
		}
		name, value, there := bytes.Cut(line, []byte{':'})
		if !there || !token(name) {
			return nil, false
		}
		value = bytes.Trim(value, " \t")
		switch string(bytes.ToLower(name)) {
		case "content-length":
			n, err := strconv.Atoi(string(value))
			if err != nil || length >= 0 || value[0] < '0' || value[0] > '9' {
				return nil, false
			}
			length = n
		case "accept-language":
			if r.Languages != "" {
				r.Languages += ","
			}
			r.Languages += string(value)
		case "connection", "transfer-encoding", "expect", "upgrade", "te", "trailer", "origin", "x-request-id", "access-control-request-method":
			return nil, false
		}
	}
	return r, length >= 0 && length == len(rest)
}

// token reports whether a name is one of a header, and does not go on from the line before.
func token(name []byte) bool {
	for _, c := range name {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_':
		default:
			return false
		}
	}
	return len(name) > 0
}
