package humans

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// commit is a row of a list of commits: in each, a human removed allocations
// from benchmarked code.
type commit struct {
	id, project, dir, bench, technique string
	human                              int      // allocs/op after the commit
	files                              []string // those that it changed
	safe                               bool     // it keeps behaviour, as its note says
}

// columns are the titles that a list of commits must have.
func columns() []string {
	return []string{"id", "repo", "package_dir", "benchmark_regexp", "technique",
		"allocs_child", "files_changed", "note"}
}

// readCommits reads a list of commits: lines of cells with tabs between, of
// which the first holds titles. Titles that are not known are passed over.
func readCommits(r io.Reader) ([]commit, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	if !lines.Scan() {
		return nil, fmt.Errorf("the list of commits is empty: %w", orEOF(lines.Err()))
	}
	at := make(map[string]int)
	for i, title := range strings.Split(lines.Text(), "\t") {
		at[title] = i
	}
	for _, title := range columns() {
		if _, ok := at[title]; !ok {
			return nil, fmt.Errorf("the list of commits has no column %s in its first line", title)
		}
	}
	var list []commit
	for n := 2; lines.Scan(); n++ {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) < len(at) {
			return nil, fmt.Errorf("line %d has %d cells; %d are wanted", n, len(cells), len(at))
		}
		c, err := readCommit(func(title string) string { return cells[at[title]] })
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		list = append(list, c)
	}
	return list, lines.Err()
}

func readCommit(cell func(title string) string) (commit, error) {
	c := commit{id: cell("id"), project: cell("repo"), dir: cell("package_dir"),
		bench: cell("benchmark_regexp"), technique: cell("technique"),
		files: strings.Split(cell("files_changed"), ","),
		safe:  strings.Contains(cell("note"), "SAFE")}
	if c.id == "" || filepath.Base(c.id) != c.id || !filepath.IsLocal(c.id) {
		return c, fmt.Errorf("the id %q is no name of a folder", c.id)
	}
	if !filepath.IsLocal(c.dir) {
		return c, fmt.Errorf("%s: the package_dir %q leaves the tree", c.id, c.dir)
	}
	var err error
	if c.human, err = strconv.Atoi(cell("allocs_child")); err != nil || c.human < 0 {
		return c, fmt.Errorf("%s: allocs_child is %q, which is no count", c.id,
			cell("allocs_child"))
	}
	return c, nil
}

// orEOF returns err, or the end of the file where it is nil.
func orEOF(err error) error {
	if err == nil {
		return io.EOF
	}
	return err
}

// pick returns the commits of those ids; without any, all that are safe.
func pick(list []commit, ids []string) ([]commit, error) {
	if len(ids) == 0 {
		return slices.DeleteFunc(list, func(c commit) bool { return !c.safe }), nil
	}
	var some []commit
	for _, id := range ids {
		i := slices.IndexFunc(list, func(c commit) bool { return c.id == id })
		if i < 0 {
			return nil, fmt.Errorf("no line of the list of commits has the id %q", id)
		}
		some = append(some, list[i])
	}
	return some, nil
}
