package main

import (
	"database/sql"
	"io"
	"net/http"
	"runtime"

	"github.com/wring-go/wring/casebook/serving"
	"github.com/wring-go/wring/kit/vitals"
)

// serveDebug serves profiles, and the figures of the runtime and of the pool of
// connections, until the function it returns is called, and writes a line that says
// where. Mutex and block profiles are on.
func serveDebug(address string, db *sql.DB, says io.Writer) (stop func(), err error) {
	stop, err = serving.Debug(address, map[string]http.Handler{
		"GET /debug/vitals": vitals.Handler(map[string]*sql.DB{"photos": db})}, says)
	if err != nil {
		return nil, err
	}
	runtime.SetMutexProfileFraction(10)
	runtime.SetBlockProfileRate(10_000) // one sample per 10 µs of waiting
	return stop, nil
}
