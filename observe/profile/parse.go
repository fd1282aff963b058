package profile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	pprof "github.com/google/pprof/profile"
)

// figures is a profile and where in its samples the figures stand: those of
// allocations, or of CPU time.
type figures struct {
	*pprof.Profile
	objects, bytes int   // indices into Sample.Value; -1 in a CPU profile
	cpu            int   // -1 in a heap profile
	unit           int64 // nanoseconds that 1 stands for in a CPU profile
}

// parse parses an unpacked profile and makes sure that it is one of allocations,
// or of CPU time if that is wanted, with names of functions. inUse chooses the
// figures of what lived.
func parse(data []byte, opt Options) (*figures, error) {
	if len(data) == 0 {
		return nil, errors.New("it is empty: did the program that writes it exit in good order?")
	}
	if text(data) {
		return nil, errors.New("it is in the text form, which has no names of functions: " +
			"fetch it without ?debug=1")
	}
	if page(data) {
		return nil, errors.New("it is a web page, not a profile: did the address ask for a " +
			"login? Fetch it with the credentials that it needs, and give the file")
	}
	p, err := pprof.ParseData(data)
	if err != nil {
		return nil, fmt.Errorf("it is no profile, or cut short (%w): %s", err, remedy)
	}
	h := &figures{Profile: p, objects: -1, bytes: -1, cpu: -1, unit: 1}
	prefix := "alloc"
	if opt.InUse {
		prefix = "inuse"
	}
	for i, typ := range p.SampleType {
		switch typ.Type {
		case prefix + "_objects":
			h.objects = i
		case prefix + "_space":
			h.bytes = i
		case "cpu":
			h.cpu, h.unit = i, nanoseconds(typ.Unit)
		}
	}
	heap := h.objects >= 0 && h.bytes >= 0
	if heap {
		h.cpu = -1
	}
	if !heap && (h.cpu < 0 || !opt.CPU) {
		return nil, fmt.Errorf("it is %s, not a heap profile: %s", kind(p), remedy)
	}
	if len(p.Sample) > 0 && !named(p) {
		return nil, errors.New("it has no names of functions, as profiles of a stripped " +
			"binary do that the program has not written itself: " + remedy)
	}
	return h, nil
}

// named reports whether any frame of p says in which function it is.
func named(p *pprof.Profile) bool {
	return slices.ContainsFunc(p.Function, func(f *pprof.Function) bool {
		return f.Name != "" && !strings.HasPrefix(f.Name, "0x")
	})
}

// nanoseconds returns how many of them a unit of a profile has.
func nanoseconds(unit string) int64 {
	switch unit {
	case "microseconds":
		return 1e3
	case "milliseconds":
		return 1e6
	case "seconds":
		return 1e9
	}
	return 1
}

// page reports whether data is HTML.
func page(data []byte) bool {
	start := bytes.ToLower(bytes.TrimLeft(data[:min(len(data), 512)], " \t\r\n\ufeff"))
	return bytes.HasPrefix(start, []byte("<!doctype html")) ||
		bytes.HasPrefix(start, []byte("<html")) || bytes.HasPrefix(start, []byte("<head"))
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
