package escape

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/wring-go/wring/internal/gocmd"
)

// compile compiles the units with one go command and fills in their facts.
func compile(ctx context.Context, cfg Config, units []*unit) error {
	if len(units) == 0 {
		return nil
	}
	// A fresh folder makes the flags new, so that the go command has nothing
	// cached for them.
	dir, err := os.MkdirTemp("", "wring-escape-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)

	args := command(cfg)
	for i, u := range units {
		logs := u.logs(dir, i)
		if err := u.linkOwnFiles(logs); err != nil {
			return err
		}
		args = append(args, "-gcflags="+u.path+"=-json=0,file://"+logs)
	}
	for _, u := range units {
		args = append(args, u.path)
	}
	var said bytes.Buffer
	_, err = gocmd.Run(ctx, gocmd.Call{Dir: cfg.Dir, Env: cfg.Env, Args: args, Stderr: &said})
	if failed := new(gocmd.Error); err != nil && (ctx.Err() != nil || !errors.As(err, &failed)) {
		return err
	}
	logs, words := split(said.Bytes())
	for i, u := range units {
		if problem := u.read(u.logs(dir, i), logs); problem != nil {
			u.problem = problem.Error()
		} else if err != nil && len(u.facts) == 0 {
			u.problem = strings.TrimSpace(words)
		}
	}
	return nil
}

// command returns the go command's arguments up to where the packages differ.
// Vet would only fail, and what is linked is thrown away.
func command(cfg Config) []string {
	args := []string{"build"}
	if cfg.Tests {
		args = []string{"test", "-c", "-vet=off"}
	}
	args = append(args, cfg.BuildFlags...)
	return append(args, "-o", os.DevNull, "-ldflags=-s -w")
}

// logs returns the folder for the i-th unit's logs. Each unit has its own,
// since all main packages would log to the same subfolder.
func (u *unit) logs(dir string, i int) string { return filepath.Join(dir, strconv.Itoa(i)) }

// linkOwnFiles keeps the compiler from losing logs.
//
// It logs about a file in NAME.json, NAME being that of the file without its
// folder. Code of other packages that was instantiated or wrapped in this one
// is logged likewise, so that about sort.go of the package can be lost to that
// of package slices: the second log overwrites the first. Where the names of
// the package's own files lead to the compiler's output, nothing is lost, and
// the go command hands it on.
func (u *unit) linkOwnFiles(logs string) error {
	links := map[string][]string{u.path: u.files, u.path + "_test": u.xfiles}
	if u.name == "main" {
		links["main"] = u.files
	}
	for pkg, files := range links {
		sub := filepath.Join(logs, url.PathEscape(pkg))
		if err := os.MkdirAll(sub, 0o777); err != nil {
			return err
		}
		for _, f := range files {
			name := url.PathEscape(strings.TrimSuffix(f, ".go")) + ".json"
			if err := linkToOutput(filepath.Join(sub, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// read collects the facts from the unit's folder and from the output.
func (u *unit) read(dir string, output []packageLog) error {
	for _, l := range output {
		if l.about(u) {
			if err := u.decode(l.text); err != nil {
				return err
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil {
		return err
	}
	for _, name := range files {
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue // a link, whose log is in the output
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := u.decode(text); err != nil {
			return err
		}
	}
	return nil
}

func (u *unit) decode(text []byte) error {
	facts, err := decode(text)
	if err != nil {
		return fmt.Errorf("the compiler's log is not understood: %v", err)
	}
	u.facts = append(u.facts, facts...)
	return nil
}
