// Package certificate holds what a server needs to speak TLS: its certificate and key, and whose certificates
// its clients have to show, if any. All of it is read from files in PEM, checked, and read again when they change;
// files that are no good leave what there is in use. It makes no certificates and trusts no system store.
package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"time"

	"github.com/talon-solitaire/talon/server/internal/reload"
)

// Files are where everything is. An empty ClientCA lets clients come without a certificate.
type Files struct{ Cert, Key, ClientCA string }

// Identity is the certificate of a server and its view of those of clients. It is safe for concurrent use.
type Identity struct {
	files Files
	now   func() time.Time
	value *reload.Value[material]
}

// material is what was made of one reading of the files.
type material struct {
	pair    tls.Certificate
	clients *x509.CertPool
	// ends and clientsEnd are when the certificate and the last of the clients' authorities expire.
	ends, clientsEnd time.Time
}

// Load reads the files. Its errors name the file at fault and what is wrong with it.
func Load(files Files) (*Identity, error) { return load(files, time.Now) }

func load(files Files, now func() time.Time) (*Identity, error) {
	i := &Identity{files: files, now: now}
	var err error
	i.value, err = reload.Load(files.read, func(text []byte, _ *material) (*material, error) { return i.made(text) })
	if err != nil {
		return nil, err
	}
	return i, nil
}

// Look takes over files that have changed, and tells what came of it where that is news; an error is why all
// stays as it was.
func (i *Identity) Look(tell func(error)) { i.value.Look(tell) }

// Reloads returns how often changed files were taken and how often they were no good.
func (i *Identity) Reloads() (taken, refused uint64) { return i.value.Reloads() }

// Stale reports whether the files are no good, so that what was read before is in use.
func (i *Identity) Stale() bool { return i.value.Stale() }

// Ends returns when the certificate expires, or the first of those that it comes with.
func (i *Identity) Ends() time.Time { return i.value.Now().ends }

// ClientsEnd returns when the last of the authorities of clients expires; zero without them.
func (i *Identity) ClientsEnd() time.Time { return i.value.Now().clientsEnd }

// Names returns the names that the certificate is for.
func (i *Identity) Names() []string {
	leaf := i.value.Now().pair.Leaf
	names := append([]string(nil), leaf.DNSNames...)
	for _, address := range leaf.IPAddresses {
		names = append(names, address.String())
	}
	for _, u := range leaf.URIs {
		names = append(names, u.String())
	}
	return names
}

// suites are those of TLS 1.2 that keep what was said secret when the key leaks later, and let nobody change it.
// Those of TLS 1.3 are all like that.
var suites = []uint16{
	tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
	tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
	tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
	tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
	tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
	tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
}

// Config returns a configuration for a listener that speaks these protocols, the preferred one first. Each
// handshake takes what the files held when they were looked at last.
func (i *Identity) Config(protocols ...string) *tls.Config {
	c := &tls.Config{
		MinVersion:     tls.VersionTLS12,
		CipherSuites:   suites,
		NextProtos:     protocols,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return &i.value.Now().pair, nil },
	}
	if i.files.ClientCA == "" {
		return c
	}
	c.ClientAuth = tls.RequireAndVerifyClientCert
	// A session that is resumed is not verified like a new one: a client whose authority is gone would stay.
	c.SessionTicketsDisabled = true
	// Where a configuration of a single handshake were missing, nobody is to be let in.
	c.ClientCAs = x509.NewCertPool()
	c.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) {
		one := c.Clone()
		one.GetConfigForClient = nil
		one.ClientCAs = i.value.Now().clients
		return one, nil
	}
	return c
}
