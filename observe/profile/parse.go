package profile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	pprof "github.com/google/pprof/profile"
)

// heap is a heap profile and where in its samples the figures stand.
type heap struct {
	*pprof.Profile
	objects, bytes int // indices into Sample.Value
}

// parse parses an unpacked profile and makes sure that it is one of
// allocations, with names of functions. inUse chooses the figures of what lived.
func parse(data []byte, inUse bool) (*heap, error) {
	if len(data) == 0 {
		return nil, errors.New("it is empty: did the program that writes it exit in good order?")
	}
	if text(data) {
		return nil, errors.New("it is in the text form, which has no names of functions: " +
			"fetch it without ?debug=1")
	}
	p, err := pprof.ParseData(data)
	if err != nil {
		return nil, fmt.Errorf("it is no profile, or cut short (%w): %s", err, remedy)
	}
	h := &heap{Profile: p, objects: -1, bytes: -1}
	prefix := "alloc"
	if inUse {
		prefix = "inuse"
	}
	for i, typ := range p.SampleType {
		switch typ.Type {
		case prefix + "_objects":
			h.objects = i
		case prefix + "_space":
			h.bytes = i
		}
	}
	if h.objects < 0 || h.bytes < 0 {
		return nil, fmt.Errorf("it is %s, not a heap profile: %s", kind(p), remedy)
	}
	if len(p.Sample) > 0 && len(p.Function) == 0 {
		return nil, errors.New("it has no names of functions: " + remedy)
	}
	return h, nil
}

// text reports whether data is what net/http/pprof sends for ?debug=1 or 2.
func text(data []byte) bool {
	for _, start := range []string{"heap profile: ", "goroutine profile: ", "goroutine "} {
		if bytes.HasPrefix(data, []byte(start)) {
			return true
		}
	}
	return false
}

// kind says what else than a heap profile p is, as far as its types tell.
func kind(p *pprof.Profile) string {
	types := make([]string, len(p.SampleType))
	for i, typ := range p.SampleType {
		types[i] = typ.Type
	}
	list := strings.Join(types, " ")
	switch {
	case strings.Contains(list, "cpu"):
		return "a CPU profile"
	case strings.Contains(list, "contentions"):
		return "a profile of blocking or of mutexes"
	case strings.Contains(list, "goroutine"):
		return "a profile of goroutines"
	case strings.Contains(list, "threadcreate"):
		return "a profile of threads"
	case strings.Contains(list, "inuse_space"):
		return "a profile of memory in use, without what was allocated in all"
	}
	return fmt.Sprintf("a profile of %q", list)
}
