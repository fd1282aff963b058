package explain

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// shortID is how many hex digits an ID has unless it needs more to be unique.
const shortID = 6

// name gives every finding an ID that the next run of the same code will give
// it again. It depends on what stands in the source, not on how often it ran
// nor in which folder. IDs that collide are all made longer.
func name(findings []alloc.Finding) {
	digests := make([]string, len(findings))
	for i := range findings {
		digests[i] = digest(&findings[i])
	}
	taken := make(map[string]int)
	for length := shortID; length <= 2*sha256.Size; length++ {
		clear(taken)
		for _, d := range digests {
			taken[d[:length]]++
		}
		for i, d := range digests {
			if findings[i].ID == "" && taken[d[:length]] == 1 {
				findings[i].ID = d[:length]
			}
		}
	}
	for i, d := range digests {
		if findings[i].ID == "" { // the same parts twice: only in a folder's copy
			findings[i].ID = d + "-" + strconv.Itoa(i)
		}
	}
}

// digest returns the hash of the parts of f that are stable.
func digest(f *alloc.Finding) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{
		f.Package, f.Func, path.Base(f.File), strconv.Itoa(f.Line),
		f.Leaf.Func, strconv.Itoa(f.Leaf.Line), f.Type, f.Cause,
	}, "\x00")))
	return hex.EncodeToString(sum[:])
}
