//go:build cgo

package variant

// static int twice(int n) { return 2 * n; }
import "C"

import "fmt"

// Twice asks C.
func Twice(xs []int) string {
	s := ""
	for _, x := range xs {
		s += fmt.Sprintf("%d ", int(C.twice(C.int(x))))
	}
	return s
}
