package states

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare"
	"github.com/wring-go/wring/internal/digest"
	"github.com/wring-go/wring/internal/git"
	"github.com/wring-go/wring/measure"
)

// target is a state that was named and found. Close it when it is not needed
// any more.
type target struct {
	State  alloc.State
	Dir    string   // where it can be built; "" for a record or a text
	Env    []string // KEY=VALUE, which building it needs
	Record *alloc.Record
	Text   *compare.Text
	// Dirty are the files of the folder that was asked about, relative to it and
	// sorted, with changes that are not committed, which a revision does not have.
	Dirty []string

	release func()
}

// Close gives back what the target takes: the copy of a revision is removed.
func (t *target) Close() {
	if t != nil && t.release != nil {
		t.release()
	}
}

// openState finds what name means in the folder dir: a file or folder of that name,
// or else a revision. A revision's files are copied below cache; the work tree
// and the repository stay as they are.
func openState(ctx context.Context, name, dir, cache string) (*target, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return &target{Dir: path, State: alloc.State{Name: name, Kind: "folder"}}, nil
	case err == nil:
		t, err := openFile(ctx, name, path)
		if !errors.Is(err, compare.ErrNoResult) {
			return t, err
		}
		// HEAD is a file, too, in the folder of a repository without a work tree.
		if rev, revErr := openRevision(ctx, name, dir, cache); revErr == nil {
			return rev, nil
		}
		return nil, err
	}
	return openRevision(ctx, name, dir, cache)
}

// openFile reads a record or a text. It does not wait for a pipe after the end
// of ctx.
func openFile(ctx context.Context, name, path string) (*target, error) {
	return measure.UntilDone(ctx, func() (*target, error) { return readFile(name, path) })
}

func readFile(name, path string) (*target, error) {
	f, err := os.Open(path)
	if err != nil {
		var failed *os.PathError
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return nil, fmt.Errorf("%s cannot be read: %w; check its name and mode", name, err)
	}
	defer f.Close()
	in := bufio.NewReader(f)
	if start, _ := in.Peek(len("wring record")); string(start) == "wring record" {
		return readRecord(in, name)
	}
	text, err := compare.ReadText(in, name)
	if err != nil {
		return nil, err
	}
	return &target{Text: text, State: text.State(name)}, nil
}

func readRecord(in io.Reader, name string) (*target, error) {
	rec, err := alloc.ReadRecord(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	state := alloc.State{Name: name, Kind: "record"}
	return &target{Record: rec, State: compare.Describe(state, rec)}, nil
}

// openRevision copies what a revision holds to a folder.
func openRevision(ctx context.Context, name, dir, cache string) (*target, error) {
	repo, err := git.Open(ctx, dir)
	if errors.Is(err, git.ErrNone) {
		return nil, fmt.Errorf("%s is neither a file nor a folder, and cannot be a revision: %w "+
			"in %s; change to a repository, or name two folders, records or texts", name, err, dir)
	}
	if err != nil {
		return nil, err
	}
	rev, err := repo.Revision(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("%s is neither a file nor a folder in %s, and %w", name, dir, err)
	}
	t, err := checkout(ctx, repo, rev, cache)
	if err != nil {
		return nil, err
	}
	t.State.Name = name
	t.Dirty = dirty(ctx, dir)
	return t, nil
}

// dirty returns the names for [target.Dirty]. Without a work tree, as in a bare
// repository, there are none.
func dirty(ctx context.Context, dir string) []string {
	files, err := git.Dirty(ctx, dir)
	if err != nil {
		return nil
	}
	if followed, err := filepath.EvalSymlinks(dir); err == nil {
		dir = followed
	}
	var names []string
	for file := range files {
		if rel, err := filepath.Rel(dir, file); err == nil {
			file = rel
		}
		names = append(names, filepath.ToSlash(file))
	}
	slices.Sort(names)
	return names
}

// maxCopies bounds how often the same tree can be in use at one time.
const maxCopies = 10

// checkout copies what a revision holds to a folder below cache. The folder of
// a tree is the same each time, so that the go command finds what it has built;
// a process that needs one while it is in use gets another.
func checkout(ctx context.Context, repo git.Repository, rev git.Revision,
	cache string) (*target, error) {
	dir, release, err := claim(filepath.Join(cache, "trees"), rev.Tree)
	if err != nil {
		return nil, fmt.Errorf("the files of %s cannot be put into the cache: %w",
			rev.Commit, err)
	}
	if err := repo.Export(ctx, rev.Tree, dir); err != nil {
		release()
		return nil, err
	}
	t := &target{Dir: filepath.Join(dir, filepath.FromSlash(repo.Prefix)), release: release,
		State: alloc.State{Name: rev.Commit, Kind: "revision", Commit: rev.Commit, Tree: rev.Tree}}
	if _, err := os.Stat(t.Dir); err != nil {
		release()
		return nil, fmt.Errorf("the folder %s is not in revision %s: change to one that is in both",
			strings.TrimSuffix(repo.Prefix, "/"), rev.Commit)
	}
	if work := os.Getenv("GOWORK"); work != "" && work != "off" {
		t.Env = []string{"GOWORK="} // it lists the folders of the work tree, not of the copy
	}
	return t, nil
}

// claim makes an empty folder for a tree that no other process uses. Two trees that
// are compared have names of the same length: a path can be part of what a
// program allocates.
func claim(trees, tree string) (dir string, release func(), err error) {
	if err := os.MkdirAll(trees, 0o777); err != nil {
		return "", nil, err
	}
	key := digest.Hex(tree)[:16]
	for i := range maxCopies {
		dir := filepath.Join(trees, fmt.Sprintf("%s-%d", key, i))
		unlock, ok, err := lock(dir + ".lock")
		if err != nil {
			return "", nil, err
		}
		if !ok {
			continue
		}
		release := func() {
			os.RemoveAll(dir)
			unlock()
		}
		if err = os.RemoveAll(dir); err == nil { // its owner was killed
			err = os.Mkdir(dir, 0o777)
		}
		if err != nil {
			release()
			return "", nil, err
		}
		return dir, release, nil
	}
	return "", nil, fmt.Errorf("it is in use %d times already", maxCopies)
}
