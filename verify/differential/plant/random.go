package plant

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/verify/differential/reach"
)

// seedName is a planted function. It makes random numbers begin anew, so that a call that
// reads some does the same in the old code and in the new, and each time.
const seedName = "wringseed"

// sources are the packages whose random numbers can be seeded, with test files that declare a
// function for it, which is called as the source. Those that math/rand/v2 gives cannot be.
var sources = []struct {
	path, name string
	files      map[string]string // their texts: %[1]s is the package, %[2]q the harness
}{
	{"crypto/rand", "crypto", map[string]string{
		"wring_crypto_test.go": `//go:build go1.26

package %[1]s

import (
	wringcryptotest "testing/cryptotest"
	wringtesting "testing"
)

func ` + seedName + `crypto(t *wringtesting.T, seed uint64) {
	wringcryptotest.SetGlobalRandom(t, seed)
}
`,
		// Whoever has kept what rand.Reader was before is not reached.
		"wring_cryptoreader_test.go": `//go:build !go1.26

package %[1]s

import (
	wringrand "crypto/rand"
	wringtesting "testing"

	wringharness %[2]q
)

func ` + seedName + `crypto(_ *wringtesting.T, seed uint64) {
	wringrand.Reader = wringharness.NewStream(seed)
}
`}},
	{"math/rand", "math", map[string]string{"wring_math_test.go": `package %[1]s

import (
	wringrand "math/rand"
	wringtesting "testing"
)

func ` + seedName + `math(_ *wringtesting.T, seed uint64) { wringrand.Seed(int64(seed)) }
`}},
}

// seeding returns the statements of the test that let the harness seed all of what the
// package needs; "" where it needs nothing random.
func seeding(s *reach.Package) string {
	var calls strings.Builder
	for _, source := range sources {
		if s.Needs(source.path) {
			fmt.Fprintf(&calls, "\t\t%s%s(wringt, seed)\n", seedName, source.name)
		}
	}
	if calls.Len() == 0 {
		return ""
	}
	return "\twringregistry.Random = func(seed uint64) {\n" + calls.String() + "\t}\n"
}

// plantSeeds adds the files that declare what [seeding] calls.
func (s site) plantSeeds(files gocmd.Files) {
	for _, source := range sources {
		if !s.pkg.Needs(source.path) {
			continue
		}
		for name, text := range source.files {
			files[filepath.Join(s.pkg.Dir, name)] = fmt.Appendf(nil, text, s.pkg.Name,
				s.change.Module+"/"+folder)
		}
	}
}
