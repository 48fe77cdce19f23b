package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/talon-solitaire/talon/server/internal/seal"
)

const keysUsage = `talon-server keys makes and rotates the keys that seal states.

  keys new FILE           write a file with one key, which others cannot read
  keys rotate FILE        take the next step of a rotation: add a key, or make
                          the one that was added the primary key
  keys retire FILE KEY    let an old key, or one that was added, open nothing more
  keys list FILE          list the keys; their secrets are not shown
  keys open FILE STATE    show a sealed state and how its game was dealt
  keys seal FILE SHOWN    seal what open showed, under the primary key

In the place of STATE and SHOWN, - reads one from each line of the input and
writes a line for each, an empty one where that cannot be done.

Servers take over a changed file within seconds. Between two steps of a rotation
every server has to have it.
`

// keyTool runs one of the commands for key files.
func keyTool(args []string, in io.Reader, out io.Writer) error {
	if len(args) == 1 && (args[0] == "-help" || args[0] == "--help" || args[0] == "-h") {
		_, err := io.WriteString(out, keysUsage)
		return err
	}
	if len(args) < 2 || len(args) > 3 {
		return errors.New("keys: wanted a command and its arguments; talon-server keys -help lists them")
	}
	command, file, more := args[0], args[1], args[2:]
	switch {
	case command == "new" && len(more) == 0:
		return newKeys(file, out)
	case command == "rotate" && len(more) == 0:
		return rotateKeys(file, out)
	case command == "retire" && len(more) == 1:
		return retireKey(file, more[0], out)
	case command == "list" && len(more) == 0:
		return listKeys(file, out)
	case command == "open" && len(more) == 1:
		return eachText(file, more[0], openState, in, out)
	case command == "seal" && len(more) == 1:
		return eachText(file, more[0], sealState, in, out)
	}
	return fmt.Errorf("keys: there is no command %q with so many arguments; talon-server keys -help lists them", command)
}

func newKeys(file string, out io.Writer) error {
	keys := seal.NewFile()
	if err := keys.Create(file); err != nil {
		return err
	}
	fmt.Fprintln(out, keys[0])
	return nil
}

func rotateKeys(file string, out io.Writer) error {
	return seal.Change(file, func(keys *seal.File) error {
		k, err := keys.Rotate()
		if err != nil {
			return err
		}
		fmt.Fprintln(out, k)
		if k.Role == seal.Next {
			fmt.Fprintln(out, "When every server has this file, rotate again.")
		}
		return nil
	})
}

func retireKey(file, id string, out io.Writer) error {
	return seal.Change(file, func(keys *seal.File) error {
		if err := keys.Retire(id); err != nil {
			return err
		}
		fmt.Fprintln(out, "retired", id)
		return nil
	})
}

func listKeys(file string, out io.Writer) error {
	keys, err := seal.ReadFile(file)
	for _, k := range keys {
		fmt.Fprintf(out, "%-7s %s\n", k.Role, k.ID)
	}
	return err
}
