package token

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Remote reports whether a place of keys is a URL and no file.
func Remote(where string) bool { return strings.Contains(where, "://") }

// sourceOf gives the source that a place is.
func sourceOf(where string) (source, error) {
	if !Remote(where) {
		return file(where), nil
	}
	if err := CheckURL(where); err != nil {
		return nil, err
	}
	return &address{where, client()}, nil
}

// CheckURL says what is wrong with the URL of keys; nil if nothing is. Who could change the answer on its way could
// make tokens, so that it has to be https, except on this machine.
func CheckURL(where string) error {
	u, err := url.Parse(where)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.Fragment != "":
		return errors.New("it is no URL of keys; wanted one such as https://issuer.example/jwks.json")
	case !permitted(u):
		return errors.New("it is not https, which only an address of this machine need not be")
	}
	return nil
}

func permitted(u *url.URL) bool {
	if u.Scheme == "https" {
		return true
	}
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback())
}

// file is a path.
type file string

func (file) remote() bool { return false }

func (f file) read(context.Context) ([]byte, error) {
	info, err := os.Stat(string(f))
	switch {
	case err != nil:
		return nil, plain(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no file")
	}
	opened, err := os.Open(string(f))
	if err != nil {
		return nil, plain(err)
	}
	defer opened.Close()
	return bounded(opened)
}

// plain is an error of a file without its path.
func plain(err error) error {
	var of *os.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// bounded reads everything unless it is too much.
func bounded(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostSetBytes+1))
	if err == nil && len(text) > mostSetBytes {
		err = fmt.Errorf("it has more than %d bytes", mostSetBytes)
	}
	return text, err
}

// address is a URL.
type address struct {
	url  string
	http *http.Client
}

const (
	mostRedirects = 3
	mostHeaders   = 32 << 10
)

func client() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = mostHeaders
	transport.IdleConnTimeout = time.Minute
	return &http.Client{Transport: transport, CheckRedirect: func(next *http.Request, before []*http.Request) error {
		if len(before) > mostRedirects || !permitted(next.URL) || before[0].URL.Scheme == "https" && next.URL.Scheme != "https" {
			return errors.New("it leads elsewhere, too often or not by https")
		}
		return nil
	}}
}

func (*address) remote() bool { return true }

func (a *address) read(ctx context.Context) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/jwk-set+json, application/json")
	answer, err := a.http.Do(request)
	if err != nil {
		var asked *url.Error
		if errors.As(err, &asked) {
			err = asked.Err
		}
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answers with status %d", answer.StatusCode)
	}
	return bounded(answer.Body)
}
