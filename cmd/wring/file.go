package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wring-go/wring/internal/replace"
)

// placeFor reports why there can be no file called name, as far as its folder
// tells: to be asked before measuring, which takes its time.
func placeFor(name string) error {
	if name == "" {
		return nil
	}
	dir := filepath.Dir(name)
	if _, err := os.ReadDir(dir); err != nil {
		return fmt.Errorf("%s cannot be written: %s: %w", name, dir, withoutPath(err))
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s cannot be written: it is a folder", name)
	}
	return nil
}

// writeFile writes name whole or not at all. What is no regular file, such as a
// pipe or /dev/stdout, is written to and never replaced.
func writeFile(name string, write func(w io.Writer) error) error {
	put := replace.File
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		put = writeInto
	}
	if err := put(name, write); err != nil {
		return fmt.Errorf("%s was not written: %w", name, withoutPath(err))
	}
	return nil
}

// withoutPath returns the reason in an error about a file whose name the user
// does not know or has been told already.
func withoutPath(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

func writeInto(name string, write func(w io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = write(f)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}
