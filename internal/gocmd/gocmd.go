// Package gocmd runs the go command, and any other program whose children must
// end with it.
//
// It knows how to start, how to stop and how to explain a failure. What is
// asked of the go command, and what its answers mean, is the caller's affair.
package gocmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// ErrNotFound says that there is no go command to run.
var ErrNotFound = errors.New("wring needs the go command, and none was found: " +
	"install Go 1.25 or later (https://go.dev/dl), or put its bin folder on PATH")

// Call is one run of the go command.
type Call struct {
	Go   string   // path of the go command; "" for the one on PATH
	Dir  string   // folder to run in; "" for the current one
	Env  []string // KEY=VALUE, added to this process's environment; later ones win
	Args []string // without the leading "go"

	// Stdin feeds the command; nil is an empty input.
	Stdin io.Reader
	// Stdout, when not nil, gets the output as it comes instead of the caller
	// of Run at the end.
	Stdout io.Writer
	// Stderr, when not nil, gets the messages as they come; the first of them
	// are kept for the error in any case.
	Stderr io.Writer
}

// Run runs the go command and returns what it wrote to its standard output.
// What it wrote is returned with an error too, since some verbs answer in part.
// A failure is an [*Error], unless there was no go command: then it wraps
// [ErrNotFound]. When ctx ends, the command and all of its children are ended
// within a second, and the error wraps ctx.Err().
func Run(ctx context.Context, c Call) ([]byte, error) {
	goTool := c.Go
	if goTool == "" {
		goTool = "go"
	}
	cmd := Command(ctx, goTool, c.Args...)
	cmd.Dir, cmd.Stdin = c.Dir, c.Stdin
	work, remove := workFolder()
	defer remove()
	cmd.Env = environ(c.Dir, append([]string{"GOTMPDIR=" + work}, c.Env...))
	var out bytes.Buffer
	cmd.Stdout = &out
	if c.Stdout != nil {
		cmd.Stdout = c.Stdout
	}
	said := &head{next: c.Stderr}
	cmd.Stderr = said

	err := cmd.Run()
	EndGroup(ctx, cmd)
	return out.Bytes(), explain(ctx, c, said.buf.String(), err)
}

// workFolder makes a folder for the go command's temporary files, which it leaves
// behind when it is interrupted. Without one, "", the go command says what is
// wrong.
func workFolder() (dir string, remove func()) {
	parent := os.Getenv("GOTMPDIR")
	dir, err := os.MkdirTemp(parent, "wring-go-")
	if err != nil {
		return parent, func() {}
	}
	return dir, func() {
		// What was killed may take a moment to be gone.
		for range 10 {
			if os.RemoveAll(dir) == nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// explain turns the outcome of a run into the error that Run promises.
func explain(ctx context.Context, c Call, said string, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		// The exit status only says that we ended it.
		return &Error{Args: c.Args, Dir: c.Dir, Err: ctx.Err()}
	}
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("%w (%v)", ErrNotFound, err)
	}
	return &Error{Args: c.Args, Dir: c.Dir, Stderr: said, Err: err}
}

// environ returns this process's environment with extra added. PWD follows dir,
// so that the go command names files below a symbolic link as the user does.
func environ(dir string, extra []string) []string {
	env := os.Environ()
	if dir != "" {
		if abs, err := filepath.Abs(dir); err == nil {
			env = append(env, "PWD="+abs)
		}
	}
	return append(env, extra...)
}

// headSize bounds what is kept of a command's messages. The first errors are
// the ones that matter: the rest often follows from them.
const headSize = 64 << 10

// head keeps the first headSize bytes and passes everything on to next.
type head struct {
	buf  bytes.Buffer
	next io.Writer // may be nil
}

func (h *head) Write(p []byte) (int, error) {
	room := max(0, headSize-h.buf.Len())
	h.buf.Write(p[:min(len(p), room)])
	if h.next == nil {
		return len(p), nil
	}
	return h.next.Write(p)
}
