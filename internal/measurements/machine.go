package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/wring-go/wring/internal/gocmd"
)

// machine is where measurements are made: a temporary folder with the wring
// command, copies of modules, and a module of no content from which packages of
// the standard library are measured.
type machine struct {
	dir   string
	wring string    // the command, built from this repository
	out   io.Writer // tables
}

// isolation keeps the workspace of this repository away from the copies.
const isolation = "GOWORK=off"

func newMachine(ctx context.Context, out io.Writer) (*machine, error) {
	dir, err := os.MkdirTemp("", "wring-measurements-")
	if err != nil {
		return nil, err
	}
	m := &machine{dir: dir, wring: filepath.Join(dir, "wring"), out: out}
	_, err = gocmd.Run(ctx, gocmd.Call{
		Args: []string{"build", "-o", m.wring, "github.com/wring-go/wring/cmd/wring"}})
	if err == nil {
		// The oldest language version, so that every toolchain takes it.
		err = m.write("std/go.mod", []byte("module measured\n\ngo 1.25\n"))
	}
	if err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

// describe prints what the figures below it depend on.
func (m *machine) describe(ctx context.Context, toolchains []string, list []target) error {
	var versions, from []string
	for _, toolchain := range toolchains {
		out, err := m.run(ctx, filepath.Join(m.dir, "std"), []string{"GOTOOLCHAIN=" + toolchain},
			"go", "version")
		if err != nil {
			return err
		}
		version := strings.TrimPrefix(strings.TrimSpace(string(out)), "go version ")
		versions = append(versions, version)
	}
	for _, t := range list {
		if t.module != "" && !slices.Contains(from, t.module) {
			from = append(from, t.module)
		}
	}
	fmt.Fprintf(m.out, "%s; %d cores", strings.Join(versions, ", "), runtime.NumCPU())
	for _, module := range from {
		fmt.Fprint(m.out, ";\n", module)
	}
	fmt.Fprint(m.out, ".\n\n")
	return nil
}

func (m *machine) close() { os.RemoveAll(m.dir) }

func (m *machine) write(name string, data []byte) error {
	name = filepath.Join(m.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}

// prepare returns the folder in which t is measured.
func (m *machine) prepare(ctx context.Context, t target) (string, error) {
	if t.dir != "" {
		return t.dir, nil
	}
	if t.module == "" {
		return filepath.Join(m.dir, "std"), nil
	}
	dir := filepath.Join(m.dir, t.name)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	from, err := download(ctx, t.module)
	if err != nil {
		return "", err
	}
	if err := copyTree(dir, from); err != nil {
		return "", err
	}
	if t.added == "" {
		return dir, nil
	}
	return dir, m.write(t.name+"/measurements_test.go", []byte(t.added))
}

// download has the go command fetch a module, and returns where it put it.
func download(ctx context.Context, module string) (string, error) {
	out, err := gocmd.Run(ctx, gocmd.Call{Env: []string{isolation},
		Args: []string{"mod", "download", "-json", module}})
	if err != nil {
		return "", err
	}
	var got struct{ Dir, Error string }
	if err := json.Unmarshal(out, &got); err != nil {
		return "", fmt.Errorf("go mod download %s: %w", module, err)
	}
	if got.Dir == "" {
		return "", fmt.Errorf("go mod download %s: %s", module, got.Error)
	}
	return got.Dir, nil
}

// copyTree copies a folder of the module cache, and makes the copy writable.
func copyTree(to, from string) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	return filepath.WalkDir(to, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.Chmod(path, 0o777)
		}
		return os.Chmod(path, 0o666)
	})
}

// run runs a command, and returns what it wrote to its standard output and
// error. That it failed is an error with the last of the latter.
func (m *machine) run(ctx context.Context, dir string, env []string, name string,
	args ...string) ([]byte, error) {
	cmd := gocmd.Command(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "PWD="+dir, isolation), env...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	gocmd.EndGroup(ctx, cmd)
	if err != nil {
		err = fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args, " "), err,
			strings.TrimSpace(said.String()))
	}
	return out.Bytes(), err
}
