package routers_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v4"

	"github.com/wring-go/wring/casebook/routers"
	"github.com/wring-go/wring/kit/route"
)

// labelled reports whether some goroutine has the label of a route now.
func labelled(pattern string) bool {
	var b bytes.Buffer
	_ = pprof.Lookup("goroutine").WriteTo(&b, 1) // a buffer takes everything
	return strings.Contains(b.String(), fmt.Sprintf("%q:%q", route.Label, pattern))
}

// services returns a server of each router, all with the same two routes; their
// handlers answer whether they have a label.
func services(log *route.Log) map[string]http.Handler {
	var labels route.Labels
	show := func(pattern string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			done := make(chan bool)
			go func() { done <- labelled(pattern) }() // a goroutine that it starts has it, too
			fmt.Fprint(w, labelled(pattern) && <-done)
		}
	}
	c := chi.NewRouter()
	c.Use(log.Handler, routers.Chi(c, &labels))
	c.Get("/posts/{id}", show("/posts/{id}"))
	c.Route("/users", func(r chi.Router) { r.Get("/{name}/posts", show("/users/{name}/posts")) })

	e := echo.New()
	e.Use(routers.Echo(&labels))
	e.GET("/posts/:id", echo.WrapHandler(show("/posts/:id")))
	e.Group("/users").GET("/:name/posts", echo.WrapHandler(show("/users/:name/posts")))

	gin.SetMode(gin.ReleaseMode)
	g := gin.New()
	g.Use(routers.Gin(&labels))
	g.GET("/posts/:id", gin.WrapF(show("/posts/:id")))
	g.Group("/users").GET("/:name/posts", gin.WrapF(show("/users/:name/posts")))

	return map[string]http.Handler{"chi": c, "echo": log.Handler(e), "gin": log.Handler(g)}
}

// TestRouters proves that the label and the line of the log are the pattern of the
// route, for each router, and that neither outlives its request.
func TestRouters(t *testing.T) {
	begun := time.Now()
	var out bytes.Buffer
	log := &route.Log{To: &out}
	for name, service := range services(log) {
		t.Run(name, func(t *testing.T) {
			patterns := map[string]string{"/posts/7": "/posts/{id}",
				"/users/ann/posts": "/users/{name}/posts", "/nowhere": ""}
			for path, pattern := range patterns {
				if name != "chi" { // which alone writes variables as net/http does
					pattern = strings.NewReplacer("{", ":", "}", "").Replace(pattern)
				}
				out.Reset()
				rec := httptest.NewRecorder()
				service.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
				body, err := io.ReadAll(rec.Result().Body)
				if err != nil {
					t.Fatal(err)
				}
				logged := "-"
				if pattern != "" {
					logged = pattern
					if string(body) != "true" {
						t.Errorf("%s: the handler has no label %s: %q", path, pattern, body)
					}
					for labelled(pattern) { // the goroutine that it started is about to end
						time.Sleep(time.Millisecond)
						if time.Since(begun) > time.Minute {
							t.Fatalf("%s: the label %s stays", path, pattern)
						}
					}
				}
				if !strings.Contains(out.String(), "\troute:"+logged+"\t") {
					t.Errorf("%s: logged as %q, want the route %s", path, out.String(), logged)
				}
				if found := rec.Code == http.StatusOK; found != (pattern != "") {
					t.Errorf("%s: answered by %d", path, rec.Code)
				}
			}
		})
	}
}
