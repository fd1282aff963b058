// Package constvar has variables that nobody seems to change.
package constvar

var (
	limit       = 10
	name        = "a name that is longer than a word of the machine"
	factor      = 0.1
	width  int8 = 100
	prefix      = "p-"
	open        = "{"
)

// Limit can be set by its address.
func Limit(n int) int {
	p := &limit
	old := *p
	*p = n
	defer func() { *p = 10 }()
	return old + limit
}

// Named puts a name before a text.
func Named(s string) string { return name + ": " + s }

// Tenths are not exact.
func Tenths(n int) float64 {
	sum := 0.0
	for range n % 100 {
		sum += factor
	}
	return sum + factor*3
}

// Wide overflows as small numbers do.
func Wide(n int8) int { return int(width + n) }

// Prefixed is changed by Reset.
func Prefixed(s string) string { return prefix + s }

// Reset changes it.
func Reset(s string) string {
	prefix = s
	defer func() { prefix = "p-" }()
	return Prefixed("x")
}

// Shadowed has a variable of the same name.
func Shadowed(s string) string {
	open := open + s
	return open + "}" + Opened(s)
}

// Opened reads the one of the package.
func Opened(s string) string { return open + s }
