package escape

import (
	"bytes"
	"context"
	"errors"
	"os"
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
	names, err := sourceNames(ctx, cfg, units)
	if err != nil {
		return err
	}
	if err := linkLogs(dir, units, names); err != nil {
		return err
	}
	var said bytes.Buffer
	call := cfg.call(command(cfg, dir, units))
	call.Stderr = &said
	_, err = gocmd.Run(ctx, call)
	if failed := new(gocmd.Error); err != nil && (ctx.Err() != nil || !errors.As(err, &failed)) {
		return err
	}
	logs, words := split(said.Bytes())
	logs = append(logs, files(dir)...)
	for _, u := range units {
		u.read(logs)
		if err != nil && len(u.facts) == 0 && u.problem == "" {
			u.problem = strings.TrimSpace(words)
		}
	}
	return nil
}

// command returns the go command's arguments. Vet would only fail, and what is
// linked is thrown away.
func command(cfg Config, dir string, units []*unit) []string {
	args := []string{"build"}
	if cfg.Tests {
		args = []string{"test", "-c", "-vet=off"}
	}
	args = append(args, cfg.flags()...)
	args = append(args, "-o", os.DevNull, "-ldflags=-s -w")
	folder := folderURL(dir)
	for _, u := range units {
		args = append(args, "-gcflags="+u.path+"=-json=0,"+folder)
	}
	for _, u := range units {
		args = append(args, u.path)
	}
	return args
}

// folderURL returns a folder as a URL, which holds no space.
func folderURL(dir string) string {
	names := strings.Split(dir, "/")
	for i, name := range names {
		names[i] = escapeSegment(name)
	}
	return "file://" + strings.Join(names, "/")
}

// read collects the unit's facts from the logs.
func (u *unit) read(logs []packageLog) {
	for _, l := range logs {
		if l.pkg != u.path && l.pkg != u.path+"_test" {
			continue
		}
		facts, err := decode(l.text)
		if err != nil {
			u.problem = "the compiler's log is not understood: " + err.Error()
			return
		}
		u.facts = append(u.facts, facts...)
	}
}
