package main

import (
	"bytes"
	"encoding/pem"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// authorities are the certificates that Mozilla trusts, as PEM. They come from a module, so that
// they do not depend on the machine. Those that are trusted only under conditions, which a file
// cannot express, are left out.
func authorities() []byte {
	var all bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue
		}
		all.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}))
	}
	return all.Bytes()
}
