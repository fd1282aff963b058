//go:build !race && !pooldebug

package pool

// debugging says that the pool looks for mistakes.
const debugging = false
