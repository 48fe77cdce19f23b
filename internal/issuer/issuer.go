// Package issuer makes certificates for tests: an issuer, and what it vouches for. Nothing else is to use
// it, for its keys are made to be thrown away.
package issuer

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Issuer signs certificates.
type Issuer struct {
	// PEM is its own certificate.
	PEM  []byte
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// Wanted is what a certificate is to be like.
type Wanted struct {
	Name string
	// Hosts are names and addresses; URI is one more name, if it is not empty.
	Hosts []string
	URI   string
	// From and To are when it is valid, an hour before and after now if they are zero.
	From, To time.Time
	// Usage is what it is for, servers and clients if it is empty.
	Usage []x509.ExtKeyUsage
}

// Pair is a certificate and its key, in PEM.
type Pair struct{ Cert, Key []byte }

// New makes an issuer.
func New(t testing.TB, w Wanted) *Issuer {
	t.Helper()
	a := &Issuer{}
	made := w.template(t)
	made.IsCA, made.BasicConstraintsValid, made.KeyUsage, made.ExtKeyUsage = true, true, x509.KeyUsageCertSign, nil
	a.cert, a.key, a.PEM = signed(t, made, made, nil)
	return a
}

// Issue makes a certificate that the issuer vouches for.
func (a *Issuer) Issue(t testing.TB, w Wanted) Pair {
	t.Helper()
	_, key, text := signed(t, w.template(t), a.cert, a.key)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return Pair{text, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})}
}

// Server makes a certificate of a server on the loopback.
func (a *Issuer) Server(t testing.TB, name string) Pair {
	t.Helper()
	return a.Issue(t, Wanted{Name: name, Hosts: []string{"localhost", "127.0.0.1", "::1"}, Usage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}})
}

// Client makes a certificate of a client.
func (a *Issuer) Client(t testing.TB, name string) Pair {
	t.Helper()
	return a.Issue(t, Wanted{Name: name, Hosts: []string{name + ".clients.example"}, Usage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})
}

func (w Wanted) template(t testing.TB) *x509.Certificate {
	t.Helper()
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: w.Name}, NotBefore: w.From, NotAfter: w.To,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: w.Usage,
	}
	if c.NotBefore.IsZero() {
		c.NotBefore = time.Now().Add(-time.Hour)
	}
	if c.NotAfter.IsZero() {
		c.NotAfter = time.Now().Add(time.Hour)
	}
	if len(c.ExtKeyUsage) == 0 {
		c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	}
	for _, host := range w.Hosts {
		if address := net.ParseIP(host); address != nil {
			c.IPAddresses = append(c.IPAddresses, address)
		} else {
			c.DNSNames = append(c.DNSNames, host)
		}
	}
	if w.URI != "" {
		u, err := url.Parse(w.URI)
		if err != nil {
			t.Fatal(err)
		}
		c.URIs = []*url.URL{u}
	}
	return c
}

// signed makes a certificate with a key of its own, signed by the key of its parent, or its own without one.
func signed(t testing.TB, made, parent *x509.Certificate, by *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if by == nil {
		by = key
	}
	text, err := x509.CreateCertificate(rand.Reader, made, parent, &key.PublicKey, by)
	if err != nil {
		t.Fatal(err)
	}
	c, err := x509.ParseCertificate(text)
	if err != nil {
		t.Fatal(err)
	}
	return c, key, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: text})
}

// Write writes a file that only its owner reads, in one piece, and returns its path.
func Write(t testing.TB, path string, text []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	return path
}
