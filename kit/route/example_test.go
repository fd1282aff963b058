package route_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/wring-go/wring/kit/route"
)

// A service with the standard library's router.
func ExampleMux() {
	var out strings.Builder
	mux := route.NewMux()
	mux.HandleFunc("GET /posts/{id}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "post", r.PathValue("id"))
	})
	log := route.Log{To: &out}
	handler := log.Handler(mux)

	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/posts/7", nil))
	_, line, _ := strings.Cut(out.String(), "\tmethod")
	fmt.Println(strings.Fields("method" + line)[:4])
	// Output: [method:GET uri:/posts/7 route:GET /posts/{id}]
}

// A router that knows the pattern in its middleware, as gin does with FullPath,
// echo with Path, and chi with RoutePattern: this is the middleware.
func ExampleLabels() {
	var labels route.Labels
	middleware := func(pattern func(*http.Request) string, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			labels.Set(pattern(r))
			defer route.Clear()
			next.ServeHTTP(w, r)
		})
	}
	_ = middleware
}
