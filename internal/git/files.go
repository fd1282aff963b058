package git

import (
	"context"
	"path"
	"strings"
)

// Files returns the Go files that a folder holds in a revision, by their base
// names. The folder is given from the one that was asked about, with slashes. One
// that the revision does not have holds nothing.
func (r Repository) Files(ctx context.Context, revision, dir string) (map[string][]byte, error) {
	dir = path.Join(r.Prefix, dir)
	args := []string{"ls-tree", "-z", "--name-only", "--full-tree", revision}
	if dir != "" && dir != "." {
		args = append(args, "--", dir+"/")
	}
	list, err := r.git(ctx, args...)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for name := range strings.SplitSeq(string(list), "\x00") {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		text, err := r.git(ctx, "cat-file", "blob", revision+":"+name)
		if err != nil {
			return nil, err
		}
		files[path.Base(name)] = text
	}
	return files, nil
}
