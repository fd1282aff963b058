package escape

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/digest"
	"github.com/wring-go/wring/internal/gocmd"
)

// unit is one package to compile, with its tests if they are wanted.
type unit struct {
	path    string
	key     string // identifies all that the facts depend on
	problem string // why there are no facts; "" when there are
	facts   []alloc.Fact
}

// surveyed is what go list says about a package or its test variant.
type surveyed struct {
	ImportPath, Dir, ForTest, BuildID string
	Error                             *struct{ Err string }
}

const surveyedFields = "ImportPath,Dir,ForTest,BuildID,Error"

// survey finds the packages and the build IDs of what will be compiled. To know
// those, the go command builds the packages, mostly from its cache: 0.1 s.
func survey(ctx context.Context, cfg Config, moved relocation) ([]*unit, error) {
	list, err := goList[surveyed](ctx, cfg, cfg.Packages, "-export", "-json="+surveyedFields)
	if err != nil {
		return nil, err
	}
	return units(list, cfg, moved), nil
}

// goList runs go list on the packages, with the flags of the build.
func goList[T any](
	ctx context.Context, cfg Config, pkgs []string, flags ...string,
) ([]T, error) {
	args := append([]string{"list", "-e"}, flags...)
	if cfg.Tests {
		args = append(args, "-test")
	}
	args = append(append(append(args, cfg.flags()...), "--"), pkgs...)
	out, err := gocmd.Run(ctx, cfg.call(args))
	if err != nil {
		return nil, err
	}
	var list []T
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var t T
		if err := dec.Decode(&t); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, gocmd.Garbled("go list", err)
		}
		list = append(list, t)
	}
}

// units describes the packages asked for, in that order.
func units(list []surveyed, cfg Config, moved relocation) []*unit {
	var out []*unit
	for _, path := range cfg.Packages {
		u := &unit{path: path, problem: "the go command does not know the package"}
		var h strings.Builder
		fmt.Fprintf(&h, "%d %q %t\n%+q\n", cacheVersion, path, cfg.Tests, moved.roots)
		for _, s := range list {
			switch {
			case s.ImportPath == path:
				u.problem = ""
			case s.ForTest != path:
				continue
			}
			if s.Error != nil {
				u.problem = withoutHeadings(s.Error.Err)
			}
			fmt.Fprintf(&h, "%q %q %q\n", s.ImportPath, moved.file(s.Dir), s.BuildID)
		}
		u.key = digest.Hex(h.String())
		out = append(out, u)
	}
	return out
}

// withoutHeadings removes the go command's lines that only name the package.
func withoutHeadings(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "# ") {
			b.WriteString(line)
		}
	}
	return strings.TrimSpace(b.String())
}
