//go:build asan

package arena_test

const asanBuild = true
