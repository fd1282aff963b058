// Package canonheader has headers by names of several spellings, of which some have no
// canonical one.
package canonheader

import "net/http"

// Type is stored under its canonical name.
func Type(h http.Header) string { return h.Get("content-type") }

// SetID writes a name that is not canonical.
func SetID(h http.Header, id string) { h.Set("x-request-id", id) }

// Direct reads the map, where names are as they are written.
func Direct(h http.Header) int { return len(h["x-request-id"]) + 10*len(h["X-Request-Id"]) }

// Odd has a blank in its name, which stays as it is.
func Odd(h http.Header) string { return h.Get("x odd") + h.Get("content-TYPE") }

// Added appends to what there is.
func Added(h http.Header, value string) []string {
	h.Add("etag", value)
	return h.Values("eTAG")
}

// Gone removes all spellings that are stored canonically.
func Gone(h http.Header) int {
	h.Del("www-authenticate")
	return len(h)
}
