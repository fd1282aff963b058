//go:build !arenadebug

package arena_test

const tagged = false
