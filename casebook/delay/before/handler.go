// Package before has the delay server's handler as one writes it first.
package before

import (
	"fmt"
	"net/http"
	"time"
)

// Handler answers after a delay and says how long that was.
func Handler(delay time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(delay)
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintf(w, "waited %s\n", delay.String())
	})
}
