package vitals_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"runtime"
	"testing"

	"github.com/wring-go/wring/kit/vitals"
)

// TestHandler asks a handler about a pool and the runtime, and reads the answer
// back.
func TestHandler(t *testing.T) {
	db := sql.OpenDB(noServer{})
	defer db.Close()
	db.SetMaxOpenConns(7)
	runtime.GC()
	w := httptest.NewRecorder()
	handler := vitals.Handler(map[string]*sql.DB{"main": db})
	handler.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	var doc vitals.Document
	if err := json.Unmarshal(w.Body.Bytes(), &doc); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
	if got := doc.Pools["main"].MaxOpenConnections; got != 7 {
		t.Errorf("MaxOpenConnections is %d", got)
	}
	if doc.Metrics["/gc/cycles/total:gc-cycles"] < 1 {
		t.Error("no collection was counted")
	}
	if len(doc.Histograms["/sched/pauses/total/gc:seconds"]) == 0 {
		t.Error("no pause was counted")
	}
	if doc.Version != 1 || doc.Go != runtime.Version() || doc.GOMAXPROCS < 1 {
		t.Errorf("%+v", doc)
	}
}

// noServer is a server that cannot be reached.
type noServer struct{}

func (noServer) Connect(context.Context) (driver.Conn, error) {
	return nil, errors.ErrUnsupported
}
func (noServer) Driver() driver.Driver { return nil }
