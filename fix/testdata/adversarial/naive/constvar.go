package constvar

// Nothing changes the limit.
func Limit(n int) int { return 10 + 10 }

// The sum is exact.
func Tenths(n int) float64 { return float64(n%100)*0.1 + 0.1*3 }

// Constants do not overflow.
func Wide(n int8) int { return 100 + int(n) }

// It is what it was in the beginning.
func Reset(s string) string { return "p-" + "x" }

// Both are one.
func Shadowed(s string) string { return open + s + "}" + open + s + s }
