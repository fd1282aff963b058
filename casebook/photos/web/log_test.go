package web_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/wring-go/wring/casebook/photos/web"
)

// TestLogged has a line for each answer, in both formats.
func TestLogged(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /a/{id}", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
		w.Write([]byte("four"))
		io.Copy(w, strings.NewReader(" and more"))
	})
	lines := make(map[bool]string)
	for _, asJSON := range []bool{false, true} {
		var log bytes.Buffer
		r := httptest.NewRequest(http.MethodGet, "/a/3?x=%09\"", nil)
		web.Logged(mux, &log, asJSON).ServeHTTP(httptest.NewRecorder(), r)
		lines[asJSON] = log.String()
	}
	want := regexp.MustCompile(`^time:\S+\tmethod:GET\turi:/a/3\?x=%09"\troute:GET /a/\{id\}` +
		`\tstatus:418\tsize:13\treqtime:0\.\d{6}\n$`)
	if !want.MatchString(lines[false]) {
		t.Errorf("LTSV: %q", lines[false])
	}
	var line struct {
		URI, Route   string
		Status, Size int
	}
	if err := json.Unmarshal([]byte(lines[true]), &line); err != nil || line.Status != 418 ||
		line.Size != 13 || line.Route != "GET /a/{id}" || line.URI != `/a/3?x=%09"` {
		t.Errorf("JSON: %q, %v", lines[true], err)
	}
}
