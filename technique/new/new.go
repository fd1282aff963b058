// Command new makes the folder of a new technique, with an example that passes
// its tests. Run it at the root of the repository:
//
//	go run ./technique/new NAME
package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed template
var template embed.FS

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "new:", err)
		os.Exit(2)
	}
}

// properName is what a technique can be called, as techtest.Validate wants it.
var properName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

func run(args []string) error {
	if len(args) != 1 || !properName.MatchString(args[0]) {
		return errors.New("usage: go run ./technique/new NAME, where NAME is lower-case " +
			"letters and digits")
	}
	if _, err := os.Stat("technique/technique.go"); err != nil {
		return errors.New("there is no technique/technique.go here; run it at the root of wring")
	}
	dir := filepath.Join("technique", args[0])
	if err := write(dir, args[0]); err != nil {
		return err
	}
	fmt.Printf("%s is an example that works. Make it yours, and then:\n\n"+
		"\tgo test ./%s            does it do what its cases say\n"+
		"\tgo test ./%s -update    write after.go and want.txt of the cases\n"+
		"\tgo test ./technique/all -update, twice    add it to the list, and make its page\n",
		dir, filepath.ToSlash(dir), filepath.ToSlash(dir))
	return nil
}

// write makes the folder, which must not be there yet.
func write(dir, name string) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	return fs.WalkDir(template, "template", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := template.ReadFile(file)
		if err != nil {
			return err
		}
		target := strings.TrimPrefix(file, "template/")
		target = strings.TrimSuffix(strings.Replace(target, "name", name, 1), ".txt")
		target = filepath.Join(dir, filepath.FromSlash(target))
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		text := strings.ReplaceAll(string(data), "NAME", name)
		return os.WriteFile(target, []byte(text), 0o666)
	})
}
