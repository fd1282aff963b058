package effects_test

import (
	"go/importer"
	"go/types"
	"testing"

	"github.com/wring-go/wring/technique/effects"
)

// TestNewHash tells functions that make hashes from others of their packages.
func TestNewHash(t *testing.T) {
	im := importer.Default()
	for _, test := range []struct {
		path, name string
		want       bool
	}{
		{"crypto/sha256", "New", true}, {"crypto/sha256", "New224", true},
		{"hash/crc32", "NewIEEE", true}, {"hash/fnv", "New64a", true},
		{"hash/crc32", "New", false}, {"crypto/hmac", "New", false},
		{"crypto/md5", "Sum", false}, {"bytes", "NewBuffer", false},
	} {
		pkg, err := im.Import(test.path)
		if err != nil {
			t.Fatal(err)
		}
		if got := effects.NewHash(pkg.Scope().Lookup(test.name).(*types.Func)); got != test.want {
			t.Errorf("%s.%s: %t", test.path, test.name, got)
		}
	}
}
