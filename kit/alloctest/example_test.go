package alloctest_test

import (
	"fmt"
	"strconv"

	"github.com/wring-go/wring/kit/alloctest"
)

// printer stands for the *testing.T of a test.
type printer struct{}

func (printer) Helper() {}

func (printer) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }

func ExampleExactly() {
	var t printer // in a test, its *testing.T

	buf := make([]byte, 0, 20)
	ok := alloctest.Exactly(t, 0, func() { buf = strconv.AppendInt(buf[:0], 1234567, 10) })
	fmt.Println(ok)
	// Output: true
}

func ExampleAtMost() {
	var t printer
	cache := map[int]string{}
	n := 0
	ok := alloctest.AtMost(t, 1, func() {
		n = (n + 1) % 10
		if cache[n] == "" {
			cache[n] = strconv.Itoa(1000 + n)
		}
	})
	fmt.Println(ok)
	// Output: true
}

func ExampleCount() {
	var text string
	objects := alloctest.Count(10, func() { text = strconv.Itoa(1234567) })
	fmt.Println(objects, len(text))
	// Output: 10 7
}

func ExampleLines() {
	lines := alloctest.Lines(func() { strconv.AppendInt(make([]byte, 0, 20), 1234567, 10) })
	fmt.Printf("%q\n", lines) // nothing reaches the heap
	// Output: ""
}
