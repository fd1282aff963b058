package fix

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/measure"
	"github.com/wring-go/wring/verify/build"
)

// Shard is one of several runs that share the packages of a module: number Index,
// counted from 1, of Of. The zero value is a run that does all of it.
type Shard struct{ Index, Of int }

// ParseShard reads I/N; "" is the zero value.
func ParseShard(text string) (Shard, error) {
	if text == "" {
		return Shard{}, nil
	}
	index, of, _ := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, errOf := strconv.Atoi(of)
	if err != nil || errOf != nil || i < 1 || i > n {
		return Shard{}, fmt.Errorf("the shard %q must be I/N, such as 2/4, with I from 1 to N",
			text)
	}
	return Shard{i, n}, nil
}

// String returns I/N, "" for the zero value.
func (s Shard) String() string {
	if s.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Of)
}

// take returns the paths of the packages that the shard rewrites, nil for a run
// that does all of it. It leaves to the session the benchmarks and tests of these
// packages and of those that import them, and all packages: to which line an object
// is booked must not depend on the shard. Packages go to the shards in turn, by
// path, so that every machine divides them in the same way.
func (s Shard) take(session *measure.Session, graph *build.Graph) []string {
	if s.Of == 0 {
		return nil
	}
	var paths []string
	for _, p := range session.Listing.Packages {
		paths = append(paths, p.Path)
	}
	slices.Sort(paths)
	own := []string{}
	for i, path := range paths {
		if i%s.Of == s.Index-1 {
			own = append(own, path)
		}
	}
	needed := slices.Concat(own, graph.Importers(own))
	for i, p := range session.Listing.Packages {
		if !slices.Contains(needed, p.Path) {
			session.Listing.Packages[i].Benchmarks, session.Listing.Packages[i].Tests = nil, nil
		}
	}
	return own
}
