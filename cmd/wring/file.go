package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeFile writes name whole or not at all. What is no regular file, such as a
// pipe or /dev/stdout, is written to and never replaced.
func writeFile(name string, write func(w io.Writer) error) error {
	put := replaceFile
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		put = writeInto
	}
	if err := put(name, write); err != nil {
		return fmt.Errorf("%s was not written: %w", name, err)
	}
	return nil
}

// replaceFile writes a file beside name and gives it that name.
func replaceFile(name string, write func(w io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".wring-*")
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
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
