package live

import (
	"slices"
	"strings"
)

// servers are the functions that call the handler of a request: what is below
// them serves one.
var servers = [...]string{"net/http.serverHandler.ServeHTTP",
	"net/http.initALPNRequest.ServeHTTP", "net/http.(*http2serverConn).runHandler",
	"github.com/valyala/fasthttp.(*Server).serveConn",
	"google.golang.org/grpc.(*Server).handleStream"}

// routers are packages that call handlers.
var routers = [...]string{"net/http.", "net/http/", "github.com/go-chi/chi",
	"github.com/gorilla/", "github.com/labstack/echo", "github.com/gin-gonic/gin",
	"github.com/julienschmidt/httprouter.", "goji.io", "github.com/gofiber/fiber",
	"github.com/valyala/fasthttp.", "github.com/urfave/negroni", "github.com/felixge/httpsnoop.",
	"go.opentelemetry.io/contrib/", "github.com/wring-go/wring/kit/route.",
	"google.golang.org/grpc.", "github.com/rs/cors.", "github.com/justinas/alice."}

// dispatchers are the names of what calls handlers in these packages.
var dispatchers = [...]string{"ServeHTTP", "routeHTTP", "Next", "next", "handleHTTPRequest",
	"serveConn", "Handler", "processUnaryRPC", "runHandler"}

// served returns the index of the frame that serves a request, or -1.
func served(frames []Frame) int {
	for i := len(frames) - 1; i >= 0; i-- {
		if slices.Contains(servers[:], frames[i].Func) {
			return i
		}
	}
	return -1
}

// dispatches reports whether a function may call a handler.
func dispatches(fn string) bool {
	return begins(fn, routers[:]) &&
		(slices.Contains(dispatchers[:], baseName(fn)) || isClosure(fn))
}

// handlerOf returns the index of the handler on a stack: the innermost function
// that a router called and that is no router. A literal there that calls a
// function by a variable wraps it, so the function is the handler. -1 stands for
// no request.
func handlerOf(frames []Frame, lines map[place]*Line) int {
	top := served(frames)
	if top < 0 {
		return -1
	}
	found := top
	for i := top - 1; i >= 0; i-- {
		if begins(frames[i].Func, routers[:]) {
			continue
		}
		if dispatches(frames[i+1].Func) {
			found = i
		}
	}
	if found == top {
		return innermostRouter(frames, top)
	}
	for found > 0 && wraps(frames[found], frames[found-1], lines) {
		found--
	}
	return found
}

// innermostRouter is for handlers of the routers themselves, such as those for
// files.
func innermostRouter(frames []Frame, top int) int {
	found := top
	for i := top - 1; i >= 0; i-- {
		fn := frames[i].Func
		if strings.HasSuffix(fn, ".ServeHTTP") && !slices.Contains(muxes[:], fn) &&
			dispatches(frames[i+1].Func) {
			found = i
		}
	}
	return found
}

// muxes are functions that only pass requests on.
var muxes = [...]string{"net/http.HandlerFunc.ServeHTTP", "net/http.(*ServeMux).ServeHTTP",
	"github.com/wring-go/wring/kit/route.(*Mux).ServeHTTP",
	"github.com/wring-go/wring/kit/route.(*labelling).ServeHTTP",
	"github.com/go-chi/chi/v5.(*Mux).ServeHTTP", "github.com/gorilla/mux.(*Router).ServeHTTP",
	"github.com/labstack/echo/v4.(*Echo).ServeHTTP", "github.com/gin-gonic/gin.(*Engine).ServeHTTP"}

// wraps reports whether a literal calls what is inside of it by another name than
// its own, as middleware does.
func wraps(outer, inner Frame, lines map[place]*Line) bool {
	if !isClosure(outer.Func) || !IsProgram(inner) {
		return false
	}
	l := lines[place{outer.File, outer.Line}]
	return l != nil && len(l.Calls) > 0 && !slices.Contains(l.Calls, baseName(inner.Func))
}
