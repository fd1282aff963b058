// Package routers shows kit/route in services whose router is chi, echo or gin:
// one middleware labels the goroutine with the pattern under which the handler is
// registered, and the line of the log has the same pattern.
//
//	chi   r := chi.NewRouter(); r.Use(log.Handler, routers.Chi(r, &labels))
//	echo  e := echo.New(); e.Use(routers.Echo(&labels)); log.Handler(e)
//	gin   g := gin.New(); g.Use(routers.Gin(&labels)); log.Handler(g)
//
// A request that no handler is registered for has no label, and no route in the
// log.
package routers

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v4"

	"github.com/wring-go/wring/kit/route"
)

// Chi returns the middleware for a chi router. chi finds the handler after its
// middleware has run, so the pattern is looked up first. Give it to Use after the
// Log: chi hands its handlers a request of its own, and the pattern is set there.
func Chi(routes chi.Routes, labels *route.Labels) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			pattern := routes.Find(chi.NewRouteContext(), r.Method, r.URL.Path)
			if pattern != "" {
				labels.Set(pattern)
				defer route.Clear()
			}
			r.Pattern = pattern
			next.ServeHTTP(w, r)
		})
	}
}

// Echo returns the middleware for an echo server, which has found the handler by
// then: give it to Use.
func Echo(labels *route.Labels) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if pattern := c.Path(); pattern != "" {
				labels.Set(pattern)
				defer route.Clear()
				c.Request().Pattern = pattern
			}
			return next(c)
		}
	}
}

// Gin returns the middleware for a gin engine, which has found the handler by
// then: give it to Use.
func Gin(labels *route.Labels) gin.HandlerFunc {
	return func(c *gin.Context) {
		if pattern := c.FullPath(); pattern != "" {
			labels.Set(pattern)
			defer route.Clear()
			c.Request.Pattern = pattern
		}
		c.Next()
	}
}
