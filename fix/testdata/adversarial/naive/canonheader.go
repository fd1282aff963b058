package canonheader

import "net/http"

// It reads what is stored under another spelling.
func Type(h http.Header) string {
	if len(h["content-type"]) > 0 {
		return h["content-type"][0]
	}
	return h.Get("Content-Type")
}

// The name is stored as it is written.
func SetID(h http.Header, id string) { h["x-request-id"] = []string{id} }

// Names in the map are canonical.
func Direct(h http.Header) int { return 11 * len(h["X-Request-Id"]) }

// A blank is no letter of a name.
func Odd(h http.Header) string { return h.Get("X Odd") + h.Get("Content-Type") }

// The canonical name of this one is not what is commonly written.
func Added(h http.Header, value string) []string {
	h["ETag"] = append(h["ETag"], value)
	return h["ETag"]
}
