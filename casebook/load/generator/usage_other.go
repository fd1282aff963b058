//go:build !unix

package generator

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
