// Package after has the delay server's handler written by hand.
package after

import (
	"net/http"
	"time"
)

// Handler answers after a delay, by sleep, and says how long that was. The body is
// made once. The header is left to net/http, which finds out type and length by
// itself; touching it costs a map, and a copy of the map.
func Handler(delay time.Duration, sleep func(time.Duration)) http.Handler {
	body := []byte("waited " + delay.String() + "\n")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sleep(delay)
		w.Write(body)
	})
}
