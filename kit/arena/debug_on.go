//go:build arenadebug

package arena

// debugBuild makes all arenas check everything.
const debugBuild = true
