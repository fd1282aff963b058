// Package sumonce has hashes of what comes at once, and in parts.
package sumonce

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"
)

// Shard finds the place of a key among n.
func Shard(key string, n int) int {
	h := fnv.New32a()
	io.WriteString(h, key)
	return int(h.Sum32() % uint32(max(n, 1)))
}

// Old uses the older order of operations.
func Old(parts []string) uint64 {
	h := fnv.New64()
	for _, p := range parts {
		io.WriteString(h, p)
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// Prefixes has the hash of each beginning, and begins anew behind an empty part.
func Prefixes(parts []string) (sums []uint64) {
	h := fnv.New64a()
	for _, p := range parts {
		if p == "" {
			h.Reset()
			continue
		}
		io.WriteString(h, p)
		sums = append(sums, h.Sum64())
	}
	return sums
}

// Counted says how many bytes it hashed.
func Counted(text string) (int, uint32) {
	h := fnv.New32()
	n, _ := h.Write([]byte(text))
	return n, h.Sum32()
}

// Bytes is the sum in the order of the network.
func Bytes(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum([]byte{'#'}))
}

// Runes hashes characters by their low bytes.
func Runes(text string) uint32 {
	h := fnv.New32a()
	for _, r := range text {
		h.Write([]byte{byte(r)})
	}
	return h.Sum32()
}

func tagged(h hash.Hash32, tag string) uint32 {
	h.Write([]byte(tag))
	return h.Sum32()
}

// Tagged has a hash that goes on elsewhere.
func Tagged(text string) (uint32, uint32) {
	h := fnv.New32a()
	h.Write([]byte(text))
	before := h.Sum32()
	return before, tagged(h, "tag")
}

// Twice sums up twice, each time behind a text.
func Twice(text string) (string, uint32) {
	h := sha256.New()
	h.Write([]byte(text))
	c := crc32.NewIEEE()
	c.Write([]byte(text))
	return hex.EncodeToString(h.Sum([]byte(text[:len(text)/2]))), c.Sum32()
}

// Read hashes what is left when a letter has been read.
func Read(text string) string {
	r := bytes.NewReader([]byte(text))
	r.ReadByte()
	h := sha256.New()
	io.Copy(h, r)
	return hex.EncodeToString(h.Sum(nil))
}

// Copied hashes a text, and then what is there no more.
func Copied(text string) (all string) {
	r := bytes.NewReader([]byte(text))
	for range 2 {
		h := sha256.New()
		if _, err := io.Copy(h, r); err != nil {
			return ""
		}
		all += hex.EncodeToString(h.Sum(nil))
	}
	return all
}

// Whole hashes all.
func Whole(data []byte) string {
	h := sha256.New()
	io.Copy(h, bytes.NewReader(data))
	return hex.EncodeToString(h.Sum(nil))
}
