package accesslog

import "slices"

// series adds up requests by time of day. Its slots begin at multiples of their
// width, which doubles when there would be too many: so the order of the lines
// does not matter.
type series struct {
	width int64 // in seconds
	first int64 // the number of the first slot
	slots []slot
	// Requests mostly begin, and end, in the same slot as the one before.
	begin, end cursor
}

// cursor is the slot that was found last, and the nanoseconds that it covers.
type cursor struct {
	slot     int
	from, to int64
}

// slot is what is known of a stretch of time.
type slot struct {
	Arrivals, Ends, Errors uint64
	Nanos                  uint64 // of the requests that ended
}

const maxSlots = 2048

func newSeries() series { return series{width: 1} }

// book adds a request. Servers log at its end.
func (s *series) book(e *Entry) {
	s.slot(&s.begin, e.At-int64(e.Nanos)).Arrivals++
	end := s.slot(&s.end, e.At)
	end.Ends++
	end.Nanos += e.Nanos
	if e.Status >= 400 {
		end.Errors++
	}
}

// slot returns the slot of a time, for which there is room afterwards.
func (s *series) slot(c *cursor, at int64) *slot {
	if at < c.from || at >= c.to {
		first, width := s.first, s.width
		i := s.find(at)
		if s.first != first || s.width != width {
			s.begin, s.end = cursor{}, cursor{}
		}
		c.slot = i
		c.from = (s.first + int64(c.slot)) * s.width * 1e9
		c.to = c.from + s.width*1e9
	}
	return &s.slots[c.slot]
}

// find returns the number of the slot of a time.
func (s *series) find(at int64) int {
	for {
		n := floor(floor(at, 1e9), s.width)
		if len(s.slots) == 0 {
			s.first = n
		}
		i := n - s.first
		if i >= 0 && i < int64(len(s.slots)) {
			return int(i)
		}
		if max(n, s.first+int64(len(s.slots))-1)-min(n, s.first) >= maxSlots {
			s.double()
			continue
		}
		if i < 0 {
			s.slots = slices.Insert(s.slots, 0, make([]slot, -i)...)
			s.first = n
			return 0
		}
		for int64(len(s.slots)) <= i {
			s.slots = append(s.slots, slot{})
		}
		return int(i)
	}
}

func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func (s *slot) add(o slot) {
	s.Arrivals += o.Arrivals
	s.Ends += o.Ends
	s.Errors += o.Errors
	s.Nanos += o.Nanos
}

// double makes slots of twice the width.
func (s *series) double() {
	first := floor(s.first, 2)
	var wide []slot
	for i, one := range s.slots {
		at := floor(s.first+int64(i), 2) - first
		for int64(len(wide)) <= at {
			wide = append(wide, slot{})
		}
		wide[at].add(one)
	}
	s.width, s.first, s.slots = 2*s.width, first, wide
}

// merge adds the requests of o.
func (s *series) merge(o series) {
	for s.width < o.width {
		s.double()
	}
	for i, one := range o.slots {
		at := (o.first + int64(i)) * o.width
		s.slot(&s.begin, at*1e9).add(one)
	}
}
