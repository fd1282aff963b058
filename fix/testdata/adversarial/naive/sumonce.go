package sumonce

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
)

func fnv32a(sum uint32, text string) uint32 {
	for i := 0; i < len(text); i++ {
		sum = (sum ^ uint32(text[i])) * 16777619
	}
	return sum
}

// The order is that of the newer hash.
func Old(parts []string) uint64 {
	h := uint64(14695981039346656037)
	for _, p := range parts {
		for i := 0; i < len(p); i++ {
			h = (h ^ uint64(p[i])) * 1099511628211
		}
		h *= 1099511628211
	}
	return h
}

// Characters are no bytes.
func Shard(key string, n int) int {
	h := uint32(2166136261)
	for _, r := range key {
		h = (h ^ uint32(r)) * 16777619
	}
	return int(h % uint32(max(n, 1)))
}

// An empty part changes nothing.
func Prefixes(parts []string) (sums []uint64) {
	h := uint64(14695981039346656037)
	for _, p := range parts {
		if p == "" {
			continue
		}
		for i := 0; i < len(p); i++ {
			h = (h ^ uint64(p[i])) * 1099511628211
		}
		sums = append(sums, h)
	}
	return sums
}

// The bytes are in the other order.
func Bytes(text string) string {
	sum := fnv32a(2166136261, text)
	return hex.EncodeToString([]byte{'#', byte(sum), byte(sum >> 8), byte(sum >> 16), byte(sum >> 24)})
}

// What was hashed before is forgotten.
func Tagged(text string) (uint32, uint32) {
	return fnv32a(2166136261, text), fnv32a(2166136261, "tag")
}

// The sum stands where what comes before it was.
func Twice(text string) (string, uint32) {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]), crc32.ChecksumIEEE([]byte(text))
}

// It hashes all.
func Read(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// It hashes all twice.
func Copied(text string) (all string) {
	for range 2 {
		sum := sha256.Sum256([]byte(text))
		all += hex.EncodeToString(sum[:])
	}
	return all
}
