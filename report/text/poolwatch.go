package text

import (
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring/service/poolwatch"
)

// PoolWatch writes what the pools of a running process cost.
func PoolWatch(w io.Writer, costs []poolwatch.Cost) error {
	var b strings.Builder
	for _, c := range costs {
		fmt.Fprintf(&b, "pool %s, watched for %s: %d open, %d in use, %d idle, at most %d\n",
			c.Pool, duration(c.Seconds), c.Now.OpenConnections, c.Now.InUse, c.Now.Idle,
			c.Now.MaxOpenConnections)
		fmt.Fprintf(&b, "  closed a second    %.3g by MaxIdle, %.3g by MaxIdleTime, "+
			"%.3g by MaxLifetime\n", c.MaxIdle, c.IdleTime, c.Lifetime)
		fmt.Fprintf(&b, "  waits a second     %.3g, of %s on average\n", c.Waits,
			duration(c.MeanWait))
		for _, advice := range c.Advice {
			fmt.Fprintf(&b, "  - %s\n", advice)
		}
	}
	if len(costs) == 0 {
		b.WriteString("every pool has been opened anew meanwhile: watch again\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
