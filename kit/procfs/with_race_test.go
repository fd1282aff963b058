//go:build race

package procfs

const raceBuild = true
