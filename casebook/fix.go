package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/casebook/diary"
)

// fixAll writes the fixed folders of the cases that have one.
func fixAll(ctx context.Context, chosen []diary.Case, progress io.Writer) error {
	root, err := repository()
	if err != nil {
		return err
	}
	folders := foldersToFix(root, chosen)
	if len(folders) == 0 {
		return nil
	}
	temp, err := os.MkdirTemp("", "casebook")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	wring := filepath.Join(temp, "wring")
	if err := execute(ctx, root, "go", "build", "-o", wring, "./cmd/wring"); err != nil {
		return err
	}
	for _, folder := range folders {
		fmt.Fprintln(progress, "casebook: fixing", folder)
		files, _, err := fixed(ctx, wring, root, folder, temp)
		if err != nil {
			return err
		}
		if err := writeFiles(filepath.Join(root, "casebook", folder, "fixed"), files); err != nil {
			return err
		}
	}
	return nil
}

// foldersToFix returns the folders of cases with a fixed version, and of the step
// of the photo service that takes what wring fix makes.
func foldersToFix(root string, chosen []diary.Case) []string {
	folders := []string{"photos/tags"}
	for _, c := range chosen {
		folder, _, _ := strings.Cut(c.Name, "/")
		_, err := os.Stat(filepath.Join(root, "casebook", folder, "fixed"))
		if err == nil && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	return folders
}

// fixed returns the files of a case's before folder as wring fix rewrites them,
// in a module of its own that has the casebook's requirements, and what it said. Rewrites are
// kept also when a benchmark seems to become slower, so that what comes out
// does not depend on how busy the machine is.
func fixed(ctx context.Context, wring, root, folder, temp string) (
	made map[string][]byte, said string, err error) {
	casebook := filepath.Join(root, "casebook")
	files, err := readFiles(filepath.Join(casebook, folder, "before"))
	if err != nil {
		return nil, "", err
	}
	dir := filepath.Join(temp, folder)
	if err := writeFiles(dir, files); err != nil {
		return nil, "", err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(casebook, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // no go.sum, because nothing is required
		}
		if err != nil {
			return nil, "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return nil, "", err
		}
	}
	if err := execute(ctx, dir, "go", "mod", "edit", "-module", "example.com/"+folder,
		"-replace", "github.com/wring-go/wring/kit="+filepath.Join(root, "kit")); err != nil {
		return nil, "", err
	}
	if said, err = printed(ctx, dir, wring, "fix", "-force", "-slower", "."); err != nil {
		return nil, "", err
	}
	made, err = readFiles(dir)
	return made, said, err
}

// execute runs a command in dir, outside the workspace if dir is.
func execute(ctx context.Context, dir string, args ...string) error {
	_, err := printed(ctx, dir, args...)
	return err
}

// printed runs a command as execute does, and returns what it printed.
func printed(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("casebook: %s: %w\n%s", strings.Join(args, " "), err, out.Bytes())
	}
	return out.String(), nil
}

// readFiles returns the Go files of dir by name.
func readFiles(dir string) (map[string][]byte, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	for _, name := range names {
		if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func writeFiles(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}
