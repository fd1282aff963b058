package bench

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Allocs returns allocs/op by benchmark, from what go test -benchmem printed of
// benchmarks that ran on one processor, so that their names do not end with a
// number.
func Allocs(out string) (map[string]float64, error) {
	all := map[string]float64{}
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		at := slices.Index(words, "allocs/op")
		if at < 2 || !strings.HasPrefix(words[0], "Benchmark") {
			continue
		}
		allocs, err := strconv.ParseFloat(words[at-1], 64)
		if err != nil {
			return nil, fmt.Errorf("go test -benchmem says %q: %w", strings.TrimSpace(line), err)
		}
		all[words[0]] = allocs
	}
	if len(all) == 0 {
		return nil, errors.New("go test -benchmem printed no allocs/op")
	}
	return all, nil
}
