package canonheader

import (
	"net/http"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "canonheader")
	headers := func() []http.Header {
		return []http.Header{nil, {}, {"Content-Type": {"a", "b"}}, {"content-type": {"c"}}, {"Etag": {"e"}},
			{"ETag": {"f"}}, {"Www-Authenticate": {"g"}, "WWW-Authenticate": {"h"}, "X Odd": {"i"}, "x odd": {"j"}},
			{"X-Request-Id": {}, "x-request-id": {"k", "l"}}}
	}
	witness.Each(log, "Type", Type, headers()...)
	witness.Each(log, "Direct", Direct, headers()...)
	witness.Each(log, "Odd", Odd, headers()...)
	witness.Each(log, "Gone", Gone, headers()...)
	for _, h := range headers() {
		log.Do("SetID", func() string { SetID(h, "id"); return "" })
		log.Do("SetID", func() string { return witness.Show(h) })
	}
	for _, h := range headers() {
		log.Do("Added", func() string { return witness.Show(Added(h, "v")) + witness.Show(h) })
	}
}
