package lend

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"hash/fnv"
	"testing"
)

// TestCapacities asks hashes how much room they make for their sums.
func TestCapacities(t *testing.T) {
	for name, h := range map[string]hash.Hash{
		"crypto/md5.New":       md5.New(),
		"crypto/sha1.New":      sha1.New(),
		"crypto/sha256.New":    sha256.New(),
		"crypto/sha256.New224": sha256.New224(),
		"crypto/sha512.New":    sha512.New(),
		"crypto/sha512.New384": sha512.New384(),
		"hash/fnv.New32":       fnv.New32(),
		"hash/fnv.New32a":      fnv.New32a(),
		"hash/fnv.New64":       fnv.New64(),
		"hash/fnv.New64a":      fnv.New64a(),
		"hash/fnv.New128":      fnv.New128(),
		"hash/fnv.New128a":     fnv.New128a(),
	} {
		if got := cap(h.Sum(nil)); capacities[name] != int64(got) {
			t.Errorf("%s: the capacity is %d, not %d", name, got, capacities[name])
		}
	}
}
