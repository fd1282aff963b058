//go:build race

package servertest

const race = true
