// Package git asks git which files hold changes that are nowhere else, makes
// commits, takes patches back, and copies what revisions hold to folders.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrNone says that a folder is in no repository, or that there is no git.
var ErrNone = errors.New("no git repository")

// Dirty returns the files at and below dir, by absolute path, whose content is
// not in the last commit: changed ones, and those that git does not know. In a
// folder without a repository the error is [ErrNone].
func Dirty(ctx context.Context, dir string) (map[string]bool, error) {
	top, err := run(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, ErrNone
	}
	out, err := run(ctx, dir, "status", "--porcelain", "-z", "-uall", "--", ".")
	if err != nil {
		return nil, err
	}
	dirty := map[string]bool{}
	for _, name := range changed(out) {
		dirty[filepath.Join(strings.TrimRight(string(top), "\r\n"), name)] = true
	}
	return dirty, nil
}

// changed returns the names in the output of git status --porcelain -z: two
// letters and a space before each; after a renamed file comes the old name.
func changed(out []byte) []string {
	var names []string
	fields := strings.Split(string(out), "\x00")
	for i := 0; i < len(fields); i++ {
		f := fields[i]
		if len(f) < 4 {
			continue
		}
		names = append(names, filepath.FromSlash(f[3:]))
		if f[0] == 'R' || f[0] == 'C' {
			i++
		}
	}
	return names
}

// Commit commits the files, given by absolute path, and nothing else.
func Commit(ctx context.Context, dir string, files []string, message string) error {
	args := append([]string{"commit", "--quiet", "-m", message, "--"}, files...)
	_, err := run(ctx, dir, args...)
	return err
}

// Reverse takes a patch back whose names are relative to dir. It changes no file
// when one does not hold any more what the patch has made.
func Reverse(ctx context.Context, dir, patch string) error {
	cmd := exec.CommandContext(ctx, "git", "apply", "--reverse", "-")
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(patch)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git apply --reverse (in %s): %w\n%s", dir, err,
			strings.TrimSpace(string(out)))
	}
	return nil
}

// run runs git in dir and returns its output.
func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return runWith(ctx, dir, nil, args...)
}

// runWith is run with settings added to the environment.
func runWith(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("git %s (in %s): %w\n%s", args[0], dir, err,
			strings.TrimSpace(said.String()))
	}
	return out, nil
}
