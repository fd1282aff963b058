//go:build other

package variant

import "fmt"

type title string

type shape = title

func label(name title, n any) title { return title(fmt.Sprint(name, "?", n)) }

var extra = func(n int) string { return appendExtra(n) }

func appendExtra(n int) string { return fmt.Sprint(n) }
