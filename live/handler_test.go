package live

import "testing"

// TestHandlerOf finds the handler below routers and middleware.
func TestHandlerOf(t *testing.T) {
	lines := map[place]*Line{
		{"/app/web.go", 30}: {Calls: []string{"h", "HandlerFunc"}},
		{"/app/web.go", 40}: {Calls: []string{"load"}},
	}
	for name, c := range map[string]struct {
		stack []string
		want  string
	}{
		"net/http": {[]string{"main.list /app/main.go:5", "server"}, "main.list"},
		"below a helper": {[]string{"main.query /app/db.go:1", "main.list /app/main.go:5",
			"server"}, "main.list"},
		"calls the library": {[]string{"wait", "net/http.Redirect /go/src/net/http/x.go:1",
			"main.list /app/main.go:5", "server"}, "main.list"},
		"chi": {[]string{"main.show /app/main.go:7",
			"net/http.HandlerFunc.ServeHTTP /go/src/net/http/server.go:2",
			"github.com/go-chi/chi/v5.(*Mux).routeHTTP /mod/chi@v5/mux.go:1",
			"net/http.HandlerFunc.ServeHTTP /go/src/net/http/server.go:2",
			"main.logged.func1 /app/main.go:50", "server"}, "main.show"},
		"gin": {[]string{"main.show /app/main.go:7",
			"github.com/gin-gonic/gin.(*Context).Next /mod/gin@v1/context.go:1",
			"github.com/gin-gonic/gin.(*Engine).handleHTTPRequest /mod/gin@v1/gin.go:1",
			"github.com/gin-gonic/gin.(*Engine).ServeHTTP /mod/gin@v1/gin.go:2",
			"net/http.serverHandler.ServeHTTP /go/src/net/http/server.go:4"}, "main.show"},
		"echo": {[]string{"main.show /app/main.go:7",
			"github.com/labstack/echo/v4.(*Echo).add.func1 /mod/echo@v4/echo.go:1",
			"github.com/labstack/echo/v4.(*Echo).ServeHTTP /mod/echo@v4/echo.go:2",
			"net/http.serverHandler.ServeHTTP /go/src/net/http/server.go:4"}, "main.show"},
		"a literal that calls a variable": {[]string{"main.query /app/db.go:1",
			"main.site.show /app/web.go:9", "main.handle.func1 /app/web.go:30", "server"},
			"main.site.show"},
		"a literal that calls by name": {[]string{"main.load /app/db.go:1",
			"main.main.func1 /app/web.go:40", "server"}, "main.main.func1"},
		"files": {[]string{"net/http.serveFile /go/src/net/http/fs.go:2",
			"net/http.(*fileHandler).ServeHTTP /go/src/net/http/fs.go:1", "server"},
			"net/http.(*fileHandler).ServeHTTP"},
		"in the router": {[]string{"server"}, "net/http.serverHandler.ServeHTTP"},
		"no request":    {[]string{"main.worker /app/main.go:5"}, ""},
	} {
		f := frames(c.stack...)
		got := ""
		if i := handlerOf(f, lines); i >= 0 {
			got = f[i].Func
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestNames tells the program from the standard library and other modules, also
// with trimmed paths.
func TestNames(t *testing.T) {
	for f, want := range map[Frame]bool{
		{"main.list", "/app/main.go", 1}:                                      true,
		{"isu/web.list", "isu/web/x.go", 1}:                                   true,
		{"example.com/app/log.Print", "/home/u/src/app/log/x.go", 1}:          true,
		{"net/http.(*conn).serve", "/usr/local/go/src/net/http/server.go", 1}: false,
		{"net/http.(*conn).serve", "net/http/server.go", 1}:                   false,
		{"internal/poll.runtime_pollWait", "/go/src/runtime/netpoll.go", 1}:   false,
		{"github.com/x/y.F", "/mod/github.com/x/y@v1.0.0/y.go", 1}:            false,
		{"github.com/x/y.F", "/app/vendor/github.com/x/y/y.go", 1}:            false,
		{"cmpbody", "/go/src/internal/bytealg/compare_amd64.s", 158}:          false,
		{"main.gone", "", 0}: false,
	} {
		if got := IsProgram(f); got != want {
			t.Errorf("%+v: %v", f, got)
		}
	}
}

// TestStates classifies what goroutines do.
func TestStates(t *testing.T) {
	park := "runtime.gopark /go/src/runtime/proc.go:1"
	for name, c := range map[string]struct {
		stack []string
		want  State
	}{
		"runs":    {[]string{"main.list /app/main.go:5"}, Running},
		"decodes": {[]string{"strconv.Atoi /go/src/strconv/a.go:1", "driver"}, Running},
		"query":   {[]string{"wait", "driver", "query"}, Query},
		"pool": {[]string{"select", "database/sql.(*DB).conn /go/src/database/sql/sql.go:1",
			"query"}, PoolWait},
		"connects": {[]string{"wait", "driver",
			"database/sql.(*DB).conn /go/src/database/sql/sql.go:1", "query"}, Connecting},
		"lock of the pool": {[]string{"mutex",
			"database/sql.(*DB).conn /go/src/database/sql/sql.go:1", "query"}, LockWait},
		"network": {[]string{"wait", "bufio.(*Reader).Read /go/src/bufio/b.go:1"}, Network},
		"asks another service": {[]string{"select",
			"net/http.(*persistConn).roundTrip /go/src/net/http/transport.go:1"}, Network},
		"sleeps": {[]string{park, "time.Sleep /go/src/runtime/time.go:1"}, Timer},
		"wait group": {[]string{park, "sync.runtime_SemacquireWaitGroup /go/src/runtime/sema.go:1",
			"sync.(*WaitGroup).Wait /go/src/sync/waitgroup.go:1"}, Waiting},
		"channel": {[]string{park, "runtime.chanrecv /go/src/runtime/chan.go:1"}, Waiting},
		"command": {[]string{"syscall.Syscall6 /go/src/syscall/a.go:1",
			"os.(*Process).Wait /go/src/os/exec.go:1"}, Commanding},
		"helps the collector": {[]string{"runtime.gcAssistAlloc /go/src/runtime/mgcmark.go:1",
			"runtime.mallocgc /go/src/runtime/malloc.go:1"}, Collecting},
		"waits for the collector": {[]string{park,
			"runtime.gcParkAssist /go/src/runtime/mgcmark.go:1"}, Collecting},
		"file": {[]string{"syscall.Syscall /go/src/syscall/a.go:1",
			"os.(*File).Read /go/src/os/file.go:1"}, File},
	} {
		if got := stateOf(frames(c.stack...)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
