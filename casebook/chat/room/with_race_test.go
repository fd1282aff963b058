//go:build race

package room

const raceBuild = true
