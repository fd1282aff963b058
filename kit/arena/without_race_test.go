//go:build !race

package arena_test

const raceBuild = false
