package text

import (
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// scale says what the figures of a report are.
//
// Where sections have many operations, a figure is that of one operation, and
// for several benchmarks the sum of one operation of each: so a benchmark that
// ran a million times weighs no more than one that ran a hundred times.
// First-use objects are left out. Where every section is a single run (tests, a
// program, a profile) the figures are totals.
type scale struct{ perOp bool }

func scaleOf(rep alloc.Report) scale {
	for _, b := range rep.Benchmarks {
		if b.N > 1 {
			return scale{perOp: true}
		}
	}
	return scale{}
}

// title returns the title of a column of what, "objects" or "bytes".
func (s scale) title(what string) string {
	if s.perOp {
		return what + "/op"
	}
	return what
}

// weight is what a site or a section allocates, in the figures of a scale.
type weight struct {
	objects, bytes float64
	cpu            float64 // nanoseconds below the allocator, in CPU profiles
}

func (w weight) plus(v weight) weight {
	return weight{w.objects + v.objects, w.bytes + v.bytes, w.cpu + v.cpu}
}

// by returns the figure that the table is sorted by.
func (w weight) by(sort string) float64 {
	switch sort {
	case "bytes":
		return w.bytes
	case "cpu":
		return w.cpu
	}
	return w.objects
}

func (s scale) site(f *alloc.Finding) weight {
	if !s.perOp {
		w := weight{objects: float64(f.Objects), bytes: float64(f.Bytes)}
		if f.Sampled != nil {
			w.cpu = f.Sampled.CPU.Value
		}
		return w
	}
	var sum weight
	for _, rate := range f.PerOp {
		sum = sum.plus(weight{objects: rate.Objects, bytes: rate.Bytes})
	}
	return sum
}

func (s scale) section(b alloc.Benchmark) weight {
	if !s.perOp {
		return weight{objects: float64(b.Objects), bytes: float64(b.Bytes), cpu: float64(b.CPU)}
	}
	n := float64(max(b.N, 1))
	objects := b.Objects - min(b.FirstUseObjects, b.Objects)
	bytes := b.Bytes - min(b.FirstUseBytes, b.Bytes)
	return weight{objects: float64(objects) / n, bytes: float64(bytes) / n}
}

// all returns what all sections of rep allocate.
func (s scale) all(rep alloc.Report) weight {
	var sum weight
	for _, b := range rep.Benchmarks {
		sum = sum.plus(s.section(b))
	}
	return sum
}

// figures formats the two columns of figures so that each of them has the same
// number of decimals in all rows.
func figures(weights []weight) [][2]table.Line {
	objects := make([]float64, len(weights))
	bytes := make([]float64, len(weights))
	for i, w := range weights {
		objects[i], bytes[i] = w.objects, w.bytes
	}
	objectPlaces, bytePlaces := table.Places(objects, 2), table.Places(bytes, 1)
	lines := make([][2]table.Line, len(weights))
	for i := range weights {
		lines[i][0] = table.Text(table.Plain, table.Decimal(objects[i], objectPlaces))
		lines[i][1] = table.Text(table.Plain, table.Decimal(bytes[i], bytePlaces))
	}
	return lines
}

// sections returns what the sections of rep are called, for one or for many.
func sections(rep alloc.Report) string {
	kind := ""
	for _, b := range rep.Benchmarks {
		this := "section"
		switch {
		case !rep.Exact && b.Package == "":
			this = "profile"
		case strings.HasPrefix(b.Name, "Benchmark"):
			this = "benchmark"
		case strings.HasPrefix(b.Name, "Test"):
			this = "test"
		}
		if kind == "" {
			kind = this
		}
		if kind != this {
			return "section"
		}
	}
	return kind
}
