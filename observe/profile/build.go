package profile

import (
	"errors"
	"fmt"
	"strconv"

	pprof "github.com/google/pprof/profile"

	"github.com/wring-go/wring/alloc"
)

// maxFrames bounds the frames on all distinct stacks together. In a hostile
// profile a few bytes stand for a stack of any depth.
const maxFrames = 8 << 20

// builder puts profiles together into a record.
type builder struct {
	rec    *alloc.Record
	rates  []int64 // of the profiler, one per heap profile
	starts []int   // the first lines of the frames' functions
	builds []Build
	frames map[place]int
	stacks map[string]int
	total  int // frames on all stacks
}

func newBuilder() *builder {
	return &builder{
		rec:    new(alloc.Record),
		frames: make(map[place]int),
		stacks: make(map[string]int),
	}
}

// place is a frame with the first line of its function, by which builds of
// different sources that are read together are told apart.
type place struct {
	alloc.Frame
	start int
}

// key tells samples of a section apart.
type key struct {
	stack      int
	typ        string
	size, each uint64
}

// add adds h as a section of one operation.
//
// The runtime's counters are not in a profile. The section says 0 for them and
// that nothing is unaccounted for: there are no books that could balance.
func (b *builder) add(name string, h *figures) error {
	section := alloc.Benchmark{Name: name, N: 1}
	if h.cpu < 0 {
		section.Rate = max(1, h.Period)
		b.rates = append(b.rates, h.Period)
	} else {
		section.CPUPeriod = max(1, h.Period)
	}
	merged := make(map[key]int)
	for i, s := range h.Sample {
		sample, err := b.sample(h, s)
		if err == nil && h.cpu >= 0 {
			sample, err = b.time(h, s, &section)
		}
		if err != nil {
			return fmt.Errorf("its sample %d %w", i, err)
		}
		if sample.Objects == 0 && sample.CPU == 0 {
			continue // in use since before the profile, rounded away, or not allocating
		}
		section.Objects += sample.Objects
		section.Bytes += sample.Bytes()
		if section.Objects > maxTotal || section.Bytes > maxTotal {
			return fmt.Errorf("its sample %d %w", i, errAbsurd)
		}
		sample.Benchmark = len(b.rec.Benchmarks)
		k := key{sample.Stack, sample.Type, sample.Size, sample.Charged}
		if at, ok := merged[k]; ok {
			b.rec.Samples[at].Objects += sample.Objects
			b.rec.Samples[at].CPU += sample.CPU
			continue
		}
		merged[k] = len(b.rec.Samples)
		b.rec.Samples = append(b.rec.Samples, sample)
	}
	b.rec.Benchmarks = append(b.rec.Benchmarks, section)
	b.builds = append(b.builds, buildOf(h.Profile))
	return nil
}

// The bounds of a single figure and of a sum, so that no sum overflows before
// it is looked at.
const (
	maxCount = 1 << 53
	maxTotal = 1 << 60
)

var errAbsurd = errors.New("counts more than any machine holds")

func (b *builder) sample(h *figures, s *pprof.Sample) (alloc.Sample, error) {
	if h.cpu >= 0 {
		return alloc.Sample{}, nil
	}
	objects, bytes := s.Value[h.objects], s.Value[h.bytes]
	if objects < 0 || bytes < 0 {
		return alloc.Sample{}, errNegative
	}
	if objects > maxCount || bytes > maxCount {
		return alloc.Sample{}, errAbsurd
	}
	if objects == 0 {
		return alloc.Sample{}, nil
	}
	stack, err := b.stack(s)
	average := uint64((bytes + objects/2) / objects)
	return alloc.Sample{
		Stack:   stack,
		Type:    label(s, "type"),
		Size:    size(s, average),
		Charged: average, // so that bytes add up to what pprof shows
		Objects: uint64(objects),
	}, err
}

// size returns the bytes of one object. Go tells them in a label. They differ
// from the average where objects and bytes, each scaled up and then cut down to
// a whole number, do not fit each other any more.
func size(s *pprof.Sample, average uint64) uint64 {
	sizes := s.NumLabel["bytes"]
	if len(sizes) != 1 || sizes[0] < 0 {
		return average
	}
	return uint64(sizes[0])
}

// label returns the value of a label of s, "" if there is none: profiles that
// wring itself wrote have one for the type.
func label(s *pprof.Sample, key string) string {
	if values := s.Label[key]; len(values) == 1 {
		return values[0]
	}
	return ""
}

// stack returns the index of the stack of s.
func (b *builder) stack(s *pprof.Sample) (int, error) {
	var stack []int
	var id []byte
	for _, loc := range s.Location {
		for _, line := range loc.Line { // innermost inlined call first
			if line.Function == nil {
				continue // of code without a name, as C has
			}
			frame := b.frame(line)
			stack = append(stack, frame)
			id = strconv.AppendInt(id, int64(frame), 36)
			id = append(id, ' ')
		}
		if b.total+len(stack) > maxFrames {
			return 0, errors.New("makes the stacks deeper than any program's")
		}
	}
	if at, ok := b.stacks[string(id)]; ok {
		return at, nil
	}
	at := len(b.rec.Stacks)
	b.stacks[string(id)] = at
	b.rec.Stacks = append(b.rec.Stacks, stack)
	b.total += len(stack)
	return at, nil
}

// frame returns the index of the frame of line.
func (b *builder) frame(line pprof.Line) int {
	frame := place{alloc.Frame{
		Func: line.Function.Name,
		File: line.Function.Filename,
		Line: int(max(0, min(line.Line, 1<<31-1))),
	}, int(max(0, min(line.Function.StartLine, 1<<31-1)))}
	if at, ok := b.frames[frame]; ok {
		return at
	}
	at := len(b.rec.Frames)
	b.frames[frame] = at
	b.rec.Frames = append(b.rec.Frames, frame.Frame)
	b.starts = append(b.starts, frame.start)
	return at
}
