//go:build !race

package room

const raceBuild = false
