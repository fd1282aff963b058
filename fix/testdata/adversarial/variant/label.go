//go:build !other

package variant

import "strconv"

func label(name string, n int) string { return name + ":" + strconv.Itoa(n) }

func extra(n int) string {
	s := ""
	for i := range n {
		s += strconv.Itoa(i) + ";"
	}
	return s
}

type shape = string
