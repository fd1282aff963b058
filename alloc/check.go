package alloc

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// Check reports the first thing in rec that no observation could have given:
// an index that points nowhere, a negative line, counts that overflow. Code
// that gets a checked record may index and add without looking.
func (r *Record) Check() error {
	for i, frame := range r.Frames {
		if frame.Line < 0 {
			return fmt.Errorf("frames[%d] has line %d", i, frame.Line)
		}
	}
	for i, stack := range r.Stacks {
		for _, frame := range stack {
			if frame < 0 || frame >= len(r.Frames) {
				return fmt.Errorf("stacks[%d] names frame %d of %d", i, frame, len(r.Frames))
			}
		}
	}
	if err := r.checkSamples(); err != nil {
		return err
	}
	if err := r.checkBenchmarks(); err != nil {
		return err
	}
	if len(r.LabelKeys) > 0 && len(r.LabelSets) == 0 {
		return errors.New("label_sets has no set for what has no labels")
	}
	return r.checkPlaces()
}

func (r *Record) checkBenchmarks() error {
	for i, b := range r.Benchmarks {
		if b.Rate < 0 || b.CPUPeriod < 0 {
			return fmt.Errorf("benchmarks[%d] was sampled at a rate below 0", i)
		}
		for _, n := range []uint64{b.N, b.Objects, b.Bytes, b.RuntimeObjects, b.RuntimeBytes,
			b.CPU} {
			if !fits(n) {
				return fmt.Errorf("benchmarks[%d] counts more than any machine holds", i)
			}
		}
		if b.FirstUseObjects > b.Objects || b.FirstUseBytes > b.Bytes {
			return fmt.Errorf("benchmarks[%d] has more first-use objects than objects", i)
		}
	}
	return nil
}

// checkSamples checks each sample and that the sums over all of them fit in an
// int64, the type that profiles and differences use.
func (r *Record) checkSamples() error {
	var objects, bytes uint64
	for i, s := range r.Samples {
		if err := r.checkSample(s); err != nil {
			return fmt.Errorf("samples[%d] %w", i, err)
		}
		high, product := bits.Mul64(s.Charged, s.Objects)
		bytes += product
		objects += s.Objects
		if high != 0 || !fits(product) || !fits(bytes) || !fits(objects) {
			return fmt.Errorf("samples[%d] makes the total overflow", i)
		}
	}
	return nil
}

func (r *Record) checkSample(s Sample) error {
	switch {
	case s.Benchmark < 0 || s.Benchmark >= len(r.Benchmarks):
		return fmt.Errorf("names benchmark %d of %d", s.Benchmark, len(r.Benchmarks))
	case s.Stack < 0 || s.Stack >= len(r.Stacks):
		return fmt.Errorf("names stack %d of %d", s.Stack, len(r.Stacks))
	case s.Labels < 0 || s.Labels > 0 && s.Labels >= len(r.LabelSets):
		return fmt.Errorf("names set of labels %d of %d", s.Labels, len(r.LabelSets))
	case s.FirstUse > s.Objects:
		return fmt.Errorf("has %d first-use objects among %d", s.FirstUse, s.Objects)
	case !fits(s.Size), !fits(s.Charged), !fits(s.Objects), !fits(s.CPU):
		return fmt.Errorf("counts more than any machine holds")
	}
	return nil
}

func fits(n uint64) bool { return n <= math.MaxInt64 }

// checkPlaces checks the positions of facts and source lines.
func (r *Record) checkPlaces() error {
	for i, fact := range r.Facts {
		bad := !fact.Position.valid()
		for _, call := range fact.Inlined {
			bad = bad || !call.valid()
		}
		for _, step := range fact.Flow {
			bad = bad || !step.Position.valid()
		}
		if bad {
			return fmt.Errorf("facts[%d] has a negative line or column", i)
		}
	}
	for i, line := range r.Lines {
		if line.Line < 0 {
			return fmt.Errorf("lines[%d] has line %d", i, line.Line)
		}
	}
	return nil
}

func (p Position) valid() bool { return p.Line >= 0 && p.Column >= 0 }
