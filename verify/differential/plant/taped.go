package plant

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/reach"
)

// TapedTests builds the tests of a package, as it is before the change, so that all of its
// functions note their calls as they do for [RecordCalls], into a folder. It returns the
// binary and the number of functions; none where nothing can be noted.
func TapedTests(ctx context.Context, c verify.Change, path, dir string) (binary string, funcs int,
	err error) {
	pkg, err := reach.Load(ctx, nil, c, path)
	if err != nil {
		return "", 0, err
	}
	s := site{c, pkg, dir}
	targets := pkg.Named(slices.Collect(maps.Keys(pkg.Old)))
	files, err := s.taped(targets)
	if err != nil || files == nil {
		return "", 0, err
	}
	s.plant(files)
	binary, err = s.link(ctx, filepath.Clean(dir), path, files)
	return binary, len(targets), err
}
