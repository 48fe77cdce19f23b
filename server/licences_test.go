package main

import (
	"net/http"
	"strings"
	"testing"
)

func TestTheServerTellsTheTermsOfWhatItIsBuiltOn(t *testing.T) {
	var out strings.Builder
	if err := tellLicences(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nGo standard library\n", "\ngoogle.golang.org/grpc v", "\npreact 1", "Permission is hereby granted", "Version 2.0, January 2004"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q", want)
		}
	}
}

// Who is given the table is given the terms with it.
func TestTheTableLeadsToTheTermsOfItsParts(t *testing.T) {
	s := start(t, nil)
	if a := s.do(t, "GET", "/app.js", ""); a.status != http.StatusOK || !strings.HasPrefix(string(a.body), "/*! The licences of what is in here: licences.txt */") {
		t.Errorf("%d, %.80q", a.status, a.body)
	}
	if a := s.do(t, "GET", "/licences.txt", ""); a.status != http.StatusOK || !strings.Contains(string(a.body), "\npreact 1") {
		t.Errorf("%d, %.80q", a.status, a.body)
	}
}
