package accesslog

import (
	"cmp"
	"slices"
)

// Series is the log over time.
type Series struct {
	First int64 // Unix seconds
	Width int64 // seconds of a slot
	Slots []Slot
	Knee  *Knee // nil if none shows
}

// Slot is a stretch of time.
type Slot struct {
	PerSecond   float64 // requests that ended
	Mean        float64 // seconds that they took
	Errors      float64 // share of statuses of 400 and above
	Concurrency float64 // requests under way, in the mean
}

// Knee is where more requests under way no longer mean more that end, only
// longer ones.
type Knee struct {
	Concurrency float64 // from here on
	PerSecond   float64 // what the service does at most
	Below       float64 // mean seconds of a request below the knee
	Beyond      float64 // and beyond
}

func (s *series) report() Series {
	rep := Series{First: s.first * s.width, Width: s.width}
	width := float64(s.width)
	open := 0.0 // at the beginning of the slot: arrivals minus ends
	for _, one := range s.slots {
		after := open + float64(one.Arrivals) - float64(one.Ends)
		slot := Slot{PerSecond: float64(one.Ends) / width, Concurrency: (open + after) / 2}
		open = after
		if one.Ends > 0 {
			slot.Mean = float64(one.Nanos) / 1e9 / float64(one.Ends)
			slot.Errors = float64(one.Errors) / float64(one.Ends)
		}
		if slot.Mean <= width {
			slot.Concurrency = float64(one.Nanos) / 1e9 / width // Little's law
		}
		rep.Slots = append(rep.Slots, slot)
	}
	rep.Knee = knee(rep.Slots)
	return rep
}

// knee sorts the slots by concurrency into ten groups and looks for the first
// from which on throughput grows no more though concurrency doubles, while
// requests take half as long again.
func knee(slots []Slot) *Knee {
	busy := slices.DeleteFunc(slices.Clone(slots), func(s Slot) bool { return s.PerSecond == 0 })
	if len(busy) < 30 {
		return nil
	}
	slices.SortStableFunc(busy, func(a, b Slot) int {
		return cmp.Compare(a.Concurrency, b.Concurrency)
	})
	const groups = 10
	var mid [groups]Slot
	for g := range groups {
		mid[g] = median(busy[g*len(busy)/groups : (g+1)*len(busy)/groups])
	}
	last := mid[groups-1]
	for g, m := range mid[:groups-1] {
		flat := true
		for _, later := range mid[g+1:] {
			flat = flat && later.PerSecond < 1.1*m.PerSecond
		}
		if flat && last.Concurrency > 1.7*m.Concurrency && last.Mean > 1.5*m.Mean {
			return &Knee{Concurrency: m.Concurrency, PerSecond: m.PerSecond, Below: m.Mean,
				Beyond: last.Mean}
		}
	}
	return nil
}

// median returns the slot whose every figure is the middle one.
func median(slots []Slot) Slot {
	middle := func(of func(Slot) float64) float64 {
		var all []float64
		for _, s := range slots {
			all = append(all, of(s))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	return Slot{PerSecond: middle(func(s Slot) float64 { return s.PerSecond }),
		Mean:        middle(func(s Slot) float64 { return s.Mean }),
		Concurrency: middle(func(s Slot) float64 { return s.Concurrency })}
}
