//go:build !cgo

package variant

import "fmt"

// Twice does it by itself.
func Twice(xs []int) string {
	s := ""
	for _, x := range xs {
		s += fmt.Sprintf("%d ", 2*x)
	}
	return s
}
