//go:build !race

package procfs

const raceBuild = false
