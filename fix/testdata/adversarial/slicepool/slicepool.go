// Package slicepool has pools of slices of which several are in use at once.
package slicepool

import (
	"strconv"
	"sync"
)

var buffers sync.Pool

func take() []byte {
	if v := buffers.Get(); v != nil {
		return v.([]byte)[:0]
	}
	return make([]byte, 0, 16)
}

func drop(b []byte) { buffers.Put(b) }

// Twice has two buffers at once, again and again.
func Twice(a, b string) string {
	x, y := append(take(), a...), append(take(), b...)
	text := string(x) + string(y)
	drop(x)
	drop(y)
	x, y = append(take(), b...), append(take(), a...)
	text += string(x) + string(y)
	drop(y)
	drop(x)
	return text
}

// Deep has one for each level.
func Deep(n int) string {
	if n <= 0 || n > 50 {
		return "."
	}
	b := strconv.AppendInt(take(), int64(n), 10)
	defer func() { drop(b) }()
	inner := Deep(n - 1)
	return string(b) + inner
}

var lists = sync.Pool{New: func() any { return []int{} }}

// Squares grow in a list that waits in a pool with what is in it.
func Squares(n int) (sum int) {
	list := lists.Get().([]int)[:0]
	for i := range n % 100 {
		list = append(list, i*i)
	}
	for _, x := range list {
		sum += x
	}
	lists.Put(list)
	return sum
}

var mixed sync.Pool

// Mixed finds texts and numbers in one pool.
func Mixed(text string, n int) string {
	mixed.Put([]string{text})
	mixed.Put([]int{n})
	found := ""
	for range 2 {
		switch x := mixed.Get().(type) {
		case []string:
			found = x[0] + found
		case []int:
			found += strconv.Itoa(x[0])
		}
	}
	return found
}

// Absent says that nothing was put, or what is wrong with it.
func Absent(n int) (found string) {
	defer func() {
		if e := recover(); e != nil {
			found = e.(error).Error()
		}
	}()
	pool := &sync.Pool{}
	if n%2 == 0 {
		pool.New = func() any { return n }
	}
	b := pool.Get().([]byte)
	pool.Put(b)
	return string(b)
}
