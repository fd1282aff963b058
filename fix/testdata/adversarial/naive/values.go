package values

import "strconv"

func parsed(s string) point {
	if p := parse(s); p != nil {
		return *p
	}
	return point{}
}

// What is not there is zero.
func Read(s string) int {
	p := parsed(s)
	return p.x*1000 + p.y
}

// The panic is gone.
func Trusting(s string) int { return parsed(s).x }

// Values are the same.
func Same(x, y int) bool { return *at(x, y) == *at(x, y) }

// One of the two is a copy.
func Moved(x, y int) int {
	p := *at(x, y)
	q := p
	q.x += 10
	return p.x*100 + q.x
}

// Values are keys that are equal.
func Counted(n int) int {
	seen := map[point]int{}
	for i := range n {
		seen[*at(i%2, 0)]++
	}
	return len(seen)
}

// The last one is left out.
func Corners(xs []int) int {
	sum := 0
	for i, x := range xs {
		if i > 0 || len(xs) == 1 {
			sum += 2 * x
		}
	}
	return sum
}

// They come out in the order in which they went in.
func Stacked(xs []int) string {
	var b []byte
	for _, x := range xs {
		b = append(strconv.AppendInt(b, int64(x), 10), ' ')
	}
	return string(b)
}

// The loop changes copies.
func Points(xs []int) int {
	var list []point
	for _, x := range xs {
		list = append(list, point{x, x})
	}
	first := list[:1:1]
	first = append(first, point{})
	first[0].x = 99
	sum := 0
	for i, p := range list {
		p.y += i
		sum += p.x + p.y
	}
	return sum
}

// What is changed is a copy.
func Kept(x int) int {
	c := &cache{}
	c.last = c.fresh(x)
	p := *c.last
	p.y++
	return c.last.y
}

// What is written to is the same as what was read before.
func Visited(xs []int) string {
	seen := map[point]int{}
	s := ""
	for _, x := range xs {
		p := point{x, max(x, -x)}
		p.x = len(seen)
		before := p
		seen[p]++
		seen[before]++
		s += strconv.Itoa(seen[p]) + strconv.Itoa(seen[before]) + " "
	}
	return s
}
