package slicepool

import (
	"strconv"
	"sync"
)

var headers = sync.Pool{New: func() any { return new([]byte) }}

// Both are put behind one pointer.
func Twice(a, b string) string {
	h := headers.Get().(*[]byte)
	*h = append((*h)[:0], a...)
	x := *h
	*h = append(make([]byte, 0, 16), b...)
	text := string(x) + string(*h)
	headers.Put(h)
	headers.Put(h)
	g, h := headers.Get().(*[]byte), headers.Get().(*[]byte)
	*g = append((*g)[:0], b...)
	*h = append((*h)[:0], a...)
	return text + string(*g) + string(*h)
}

var level []byte

// All levels have one.
func Deep(n int) string {
	if n <= 0 || n > 50 {
		return "."
	}
	level = strconv.AppendInt(level[:0], int64(n), 10)
	b := level
	inner := Deep(n - 1)
	return string(b) + inner
}

var squares = sync.Pool{New: func() any { return new([]int) }}

// What the last call put there is still there.
func Squares(n int) (sum int) {
	h := squares.Get().(*[]int)
	list := *h
	for i := range n % 100 {
		list = append(list, i*i)
	}
	for _, x := range list {
		sum += x
	}
	*h = list[:len(list)/2]
	squares.Put(h)
	return sum
}

// What is missing is taken for an empty one.
func Absent(n int) (found string) {
	pool := &sync.Pool{}
	if n%2 == 0 {
		pool.New = func() any { return n }
	}
	b, _ := pool.Get().([]byte)
	pool.Put(b)
	return string(b)
}
