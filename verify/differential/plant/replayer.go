package plant

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/digest"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/verify/differential/reach"
)

// replayer makes the files that replay calls.
type replayer struct {
	site
	targets         []reach.Target
	calls           map[string]int
	file            string
	inside, outside map[string][]string // tests that run as a whole

	mu   sync.Mutex
	made map[string]map[string][]byte // by a digest of the change
}

// mostMade bounds the changes for which the files are kept.
const mostMade = 32

// files returns them for the code with a change. It may be called concurrently, and the
// caller may add to what it returns.
func (r *replayer) files(change map[string][]byte) map[string][]byte {
	own := map[string][]byte{}
	var key strings.Builder
	for _, name := range slices.Sorted(maps.Keys(change)) {
		if filepath.Dir(name) == r.pkg.Dir {
			own[name] = change[name]
			fmt.Fprintf(&key, "%d:%s%d:%s", len(name), name, len(own[name]), own[name])
		}
	}
	sum := digest.Hex(key.String())
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.made[sum] == nil {
		if len(r.made) >= mostMade || r.made == nil {
			r.made = map[string]map[string][]byte{}
		}
		r.made[sum] = r.make(own)
	}
	return maps.Clone(r.made[sum])
}

// leave leaves out the benchmarks of functions that have them, with [alloc.WholeTests] before
// those that run tests.
func (r *replayer) leave(benchmarks []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made = nil
	r.targets = slices.DeleteFunc(slices.Clone(r.targets), func(t reach.Target) bool {
		return slices.Contains(benchmarks, t.Instance(0))
	})
	for _, tests := range []map[string][]string{r.inside, r.outside} {
		maps.DeleteFunc(tests, func(fn string, _ []string) bool {
			return slices.Contains(benchmarks, alloc.WholeTests+fn)
		})
	}
}

// make makes the files. Code that cannot be read is replayed as it was: the build says what
// is wrong with it.
func (r *replayer) make(change map[string][]byte) map[string][]byte {
	pkg, err := r.pkg.With(change)
	if err != nil {
		pkg = r.pkg
	}
	targets := slices.DeleteFunc(slices.Clone(r.targets), func(t reach.Target) bool {
		now, there := pkg.New[t.Name]
		return !there || now.Signature != pkg.Old[t.Name].Signature
	})
	files := gocmd.Files{}
	r.plant(files)
	files[filepath.Join(pkg.Dir, "wring_calls_test.go")] = []byte(testFile(r.change, pkg, targets,
		nil, replaying(targets, r.calls, r.file, r.inside)))
	if len(r.outside) > 0 {
		files[filepath.Join(pkg.Dir, "wring_tests_test.go")] = []byte(outsideFile(pkg, r.outside))
	}
	return files
}
