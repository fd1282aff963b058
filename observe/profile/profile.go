// Package profile reads heap and CPU profiles that the runtime's own profiler wrote,
// and gives the same nouns as the exact tracer, marked as sampled. It is for
// programs that cannot be traced, such as a service that is already running.
//
// Go writes figures into a profile that are already scaled up from the sample,
// so nothing is scaled here; the figures are those that `go tool pprof` shows.
package profile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/wring-go/wring/alloc"
)

// Options say how to read. The zero value is ready to use.
type Options struct {
	// Fetch asks for a URL, as web.Fetch does; without it only files are read. It
	// returns also with an error what to call the URL, without a password.
	Fetch func(ctx context.Context, url string) (name string, body io.ReadCloser, err error)
	// InUse asks for what lived when the profile was written, instead of all that
	// had been allocated.
	InUse bool
	// CPU takes CPU profiles, too. They tell the time that was spent below the
	// allocator, by the stack that called it.
	CPU bool
	// Some leaves out, with a warning, sources that cannot be read or are no such profiles,
	// as long as one is left.
	Some bool
}

// Read reads the profiles that sources name, files or URLs, and returns them as
// one record: each source is a section, named after it. The packages asked for,
// the toolchain, and the sources' text are not in a profile: the caller fills
// them in.
func Read(ctx context.Context, sources []string, opt Options) (*alloc.Record, error) {
	set, err := ReadSet(ctx, sources, opt)
	if err != nil {
		return nil, err
	}
	return set.Record, nil
}

// Set is a record of profiles, with what is needed to find their lines again in
// sources that have changed since.
type Set struct {
	Record *alloc.Record
	// Starts are the first lines of the functions of the record's frames, 0 where
	// a profile does not tell.
	Starts []int
	Builds []Build // one per section
}

// ReadSet is [Read] with what the profiles say of the programs' builds.
func ReadSet(ctx context.Context, sources []string, opt Options) (*Set, error) {
	if len(sources) == 0 {
		return nil, errors.New("no heap profile to read: " + remedy)
	}
	b := newBuilder()
	var left []error
	for _, source := range sources {
		name, read, err := one(ctx, source, opt)
		if err != nil && opt.Some && ctx.Err() == nil {
			left = append(left, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := b.add(name, read); err != nil {
			return nil, fmt.Errorf("cannot read the profile %s: %w", name, err)
		}
	}
	if len(left) == len(sources) {
		return nil, errors.Join(left...)
	}
	for _, err := range left {
		b.rec.Warnings = append(b.rec.Warnings, alloc.Warning{Code: alloc.WarnProfile,
			Text: err.Error() + "; the other profiles are used without it"})
	}
	if err := b.rec.Check(); err != nil {
		return nil, fmt.Errorf("the profiles make no sense: %w: %s", err, remedy)
	}
	return &Set{b.finish(), b.starts, b.builds}, nil
}

// one reads one source.
func one(ctx context.Context, source string, opt Options) (name string, read *figures, err error) {
	name, data, err := open(ctx, source, opt)
	if err != nil {
		return name, nil, err
	}
	if read, err = parse(data, opt); err != nil {
		return name, nil, fmt.Errorf("cannot read the profile %s: %w", name, err)
	}
	return name, read, nil
}

const remedy = "write one with go test -memprofile FILE, or fetch /debug/pprof/heap of a service"

// finish adds what is to be told of all sources together.
func (b *builder) finish() *alloc.Record {
	if len(b.rates) == 0 {
		b.rec.Warnings = append(b.rec.Warnings, alloc.Warning{Code: alloc.WarnSampled,
			Text: "only CPU profiles were read: they tell what allocation costs in time, " +
				"and nothing of objects and bytes"})
		return b.rec
	}
	text := "counts are estimates (sampled): the profiler looks at one allocation in every "
	switch rate := slices.Max(b.rates); {
	case rate == 1:
		text = "counts are not exact (sampled) although the profiler looked at every block"
	case rate < 1:
		text += "so many bytes"
	default:
		text += fmt.Sprintf("%d bytes", rate)
	}
	text += "; of objects below 16 bytes without pointers, which share blocks," +
		" it sees only the first in each block"
	b.rec.Warnings = append(b.rec.Warnings, alloc.Warning{Code: alloc.WarnSampled, Text: text})
	return b.rec
}
