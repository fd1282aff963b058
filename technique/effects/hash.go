package effects

import (
	"go/types"
	"strings"

	"github.com/wring-go/wring/technique"
)

// IsHash reports whether t is one of the interfaces of package hash.
func IsHash(t types.Type) bool {
	return technique.IsNamed(t, "hash", "Hash") || technique.IsNamed(t, "hash", "Hash32") ||
		technique.IsNamed(t, "hash", "Hash64")
}

// NewHash reports whether a function of the standard library makes a hash that depends on
// nothing, not on a key either.
func NewHash(fn *types.Func) bool {
	sig := fn.Signature()
	if fn.Pkg() == nil || !strings.HasPrefix(fn.Name(), "New") || sig.Recv() != nil ||
		sig.Params().Len() > 0 || sig.Results().Len() != 1 {
		return false
	}
	switch fn.Pkg().Path() {
	case "crypto/md5", "crypto/sha1", "crypto/sha256", "crypto/sha512", "crypto/sha3",
		"hash/adler32", "hash/crc32", "hash/fnv":
		return true
	}
	return false
}

// HashMethod reports whether a method of that name is one of a hash that gives out nothing
// of the hash's own memory.
func HashMethod(name string) bool {
	switch name {
	case "Write", "WriteString", "Sum", "Sum32", "Sum64", "Reset", "Size", "BlockSize":
		return true
	}
	return false
}
