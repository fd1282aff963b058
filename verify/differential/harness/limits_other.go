//go:build !linux

package harness

import "time"

// Elsewhere there is nothing that holds for the whole process.

func limitMemory() {}

func restrictFiles() {}

// cpuTime knows nothing: then only the clock limits.
func cpuTime() time.Duration { return 0 }
