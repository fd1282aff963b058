// Package bench is what all measurements share: the machine on which modules are
// copied and measured, the modules and packages that are measured, plain runs of
// go test to compare with, and tables.
package bench

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

// Machine is where measurements are made: a temporary folder with the wring
// command, copies of modules, and a module of no content from which packages of
// the standard library are measured.
type Machine struct {
	Dir   string
	Wring string    // the command, built from this repository
	Out   io.Writer // tables
}

// Isolation keeps the workspace of this repository away from the copies.
const Isolation = "GOWORK=off"

// New makes a machine that prints its tables to out. Close it.
func New(ctx context.Context, out io.Writer) (*Machine, error) {
	dir, err := os.MkdirTemp("", "wring-evaluation-")
	if err != nil {
		return nil, err
	}
	m := &Machine{Dir: dir, Wring: filepath.Join(dir, "wring"), Out: out}
	_, err = gocmd.Run(ctx, gocmd.Call{
		Args: []string{"build", "-o", m.Wring, "github.com/wring-go/wring/cmd/wring"}})
	if err == nil {
		// The oldest language version, so that every toolchain takes it.
		err = m.Write("std/go.mod", []byte("module measured\n\ngo 1.25\n"))
	}
	if err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// Describe prints what the figures below it depend on.
func (m *Machine) Describe(ctx context.Context, toolchains []string, list []Target) error {
	var versions, from []string
	for _, toolchain := range toolchains {
		out, err := m.Run(ctx, filepath.Join(m.Dir, "std"), []string{"GOTOOLCHAIN=" + toolchain},
			"go", "version")
		if err != nil {
			return err
		}
		version := strings.TrimPrefix(strings.TrimSpace(string(out)), "go version ")
		versions = append(versions, version)
	}
	for _, t := range list {
		if t.Module != "" && !slices.Contains(from, t.Module) {
			from = append(from, t.Module)
		}
	}
	fmt.Fprintf(m.Out, "%s; %d cores", strings.Join(versions, ", "), runtime.NumCPU())
	for _, module := range from {
		fmt.Fprint(m.Out, ";\n", module)
	}
	fmt.Fprint(m.Out, ".\n\n")
	return nil
}

// Close deletes what the machine keeps on disk.
func (m *Machine) Close() { os.RemoveAll(m.Dir) }

// Write writes a file below the machine's folder, and the folders that it needs.
func (m *Machine) Write(name string, data []byte) error {
	name = filepath.Join(m.Dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}

// Prepare returns the folder in which t is measured.
func (m *Machine) Prepare(ctx context.Context, t Target) (string, error) {
	if t.Dir != "" {
		return t.Dir, nil
	}
	if t.Module == "" {
		return filepath.Join(m.Dir, "std"), nil
	}
	dir := filepath.Join(m.Dir, t.Name)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	from, err := download(ctx, t.Module)
	if err != nil {
		return "", err
	}
	if err := CopyTree(dir, from); err != nil {
		return "", err
	}
	if t.added == "" {
		return dir, nil
	}
	return dir, m.Write(t.Name+"/measurements_test.go", []byte(t.added))
}

// download has the go command fetch a module, and returns where it put it.
func download(ctx context.Context, module string) (string, error) {
	out, err := gocmd.Run(ctx, gocmd.Call{Env: []string{Isolation},
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

// CopyTree copies a folder of the module cache, and makes the copy writable.
func CopyTree(to, from string) error {
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

// Run runs a command, and returns what it wrote to its standard output and
// error. That it failed is an error with the last of the latter.
func (m *Machine) Run(ctx context.Context, dir string, env []string, name string,
	args ...string) ([]byte, error) {
	cmd := gocmd.Command(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "PWD="+dir, Isolation), env...)
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
