package main

import (
	"fmt"
	"io"
	"io/fs"

	"github.com/talon-solitaire/talon/clients/web"
	"github.com/talon-solitaire/talon/internal/licences"
)

// tellLicences writes the terms of what this program is built on, those of the table's parts too.
func tellLicences(out io.Writer) error {
	table, err := fs.ReadFile(web.Files(), "licences.txt")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n%s", licences.Notices, table)
	return err
}
