//go:build !unix

package diary

import "time"

// processorTime returns 0: it is not known here.
func processorTime() time.Duration { return 0 }
