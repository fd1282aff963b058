package git

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Repository is where revisions are looked up.
type Repository struct {
	GitDir string // absolute
	// Prefix is the folder that was asked about, below the top of the work
	// tree: "" or "a/b/".
	Prefix string
}

// Revision is a commit.
type Revision struct {
	Commit  string // its full name
	Tree    string // the name of what it holds
	Date    string // of the commit, as 2006-01-02
	Subject string
}

// Open finds the repository that dir is in. Without one the error is [ErrNone].
func Open(ctx context.Context, dir string) (Repository, error) {
	out, err := run(ctx, dir, "rev-parse", "--absolute-git-dir", "--show-prefix")
	if ctx.Err() != nil {
		return Repository{}, ctx.Err()
	}
	if err != nil && !strings.Contains(err.Error(), "not a git repository") {
		return Repository{}, fmt.Errorf("%w: %w", ErrNone, err)
	}
	if err != nil {
		return Repository{}, ErrNone
	}
	gitDir, prefix, _ := strings.Cut(strings.TrimRight(string(out), "\r\n"), "\n")
	return Repository{GitDir: filepath.FromSlash(gitDir), Prefix: prefix}, nil
}

// git runs git on the repository.
func (r Repository) git(ctx context.Context, args ...string) ([]byte, error) {
	return run(ctx, r.GitDir, append([]string{"--git-dir=" + r.GitDir}, args...)...)
}

// format gives the fields of Revision; a subject holds no NUL.
const format = "--format=%H%x00%T%x00%cs%x00%s"

// Revision looks up a revision. Its error says when the repository is shallow:
// then the revision may exist elsewhere.
func (r Repository) Revision(ctx context.Context, name string) (Revision, error) {
	// A name that looks like a flag must not become one.
	if strings.HasPrefix(name, "-") {
		return Revision{}, fmt.Errorf("%q cannot be a revision", name)
	}
	out, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options",
		name+"^{commit}")
	if err != nil {
		return Revision{}, r.unknown(ctx, name)
	}
	list, err := r.list(ctx, "-1", strings.TrimSpace(string(out)))
	if err != nil || len(list) != 1 {
		return Revision{}, fmt.Errorf("the commit %s cannot be read: %w", name, err)
	}
	return list[0], nil
}

func (r Repository) unknown(ctx context.Context, name string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if r.Shallow(ctx) {
		return fmt.Errorf("git knows no revision %q here, and this clone is shallow: "+
			"git fetch --unshallow brings the rest of the history", name)
	}
	return fmt.Errorf("git knows no revision %q: git log --oneline and git branch -a list them",
		name)
}

// Shallow reports whether the history of the repository is cut off.
func (r Repository) Shallow(ctx context.Context) bool {
	out, err := r.git(ctx, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(string(out)) == "true"
}

// Between returns the commits after from up to and including to, the oldest
// first. Of merged branches it has the merge only.
func (r Repository) Between(ctx context.Context, from, to string) ([]Revision, error) {
	return r.list(ctx, "--reverse", "--first-parent", "^"+from, to)
}

func (r Repository) list(ctx context.Context, args ...string) ([]Revision, error) {
	out, err := r.git(ctx, append([]string{"log", "--no-show-signature", format}, args...)...)
	if err != nil {
		return nil, err
	}
	var list []Revision
	for line := range strings.Lines(string(out)) {
		f := strings.SplitN(strings.TrimRight(line, "\n"), "\x00", 4)
		if len(f) != 4 {
			return nil, fmt.Errorf("git log: output not understood: %q", line)
		}
		list = append(list, Revision{Commit: f[0], Tree: f[1], Date: f[2], Subject: f[3]})
	}
	return list, nil
}

// Export writes what a tree holds into the folder to, which must exist and be
// empty. Nothing in the repository changes: the index that git needs for it is
// a file beside the folder, and is gone at the end.
func (r Repository) Export(ctx context.Context, tree, to string) error {
	index := to + ".index"
	defer func() {
		os.Remove(index)
		os.Remove(index + ".lock")
	}()
	env := []string{"GIT_DIR=" + r.GitDir, "GIT_WORK_TREE=" + to, "GIT_INDEX_FILE=" + index}
	if _, err := runWith(ctx, to, env, "read-tree", tree); err != nil {
		return err
	}
	_, err := runWith(ctx, to, env, "checkout-index", "--all", "--force", "--quiet")
	return err
}
