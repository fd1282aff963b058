// Command boxoffice sells tickets: a second service to try wring live on, of other
// libraries than the photo service (chi, PostgreSQL, rows read by reflection), with
// problems planted in its handlers. Each can be solved alone:
//
//	boxoffice -dsn DSN -access FILE -solved index,join,sum,parsed,inprocess,files,unlocked,
//		prepared,seats,totals,halls
//
// The first line of standard output says where it listens, and the next where its
// profiles are.
package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/go-chi/chi/v5"
	_ "github.com/lib/pq"

	"github.com/wring-go/wring/casebook/serving"
	"github.com/wring-go/wring/evaluation/live/boxoffice/row"
	"github.com/wring-go/wring/kit/route"
)

func main() { serving.Main("boxoffice", run) }

// office answers requests.
type office struct {
	db     *row.DB
	solved map[string]bool
	shop   *shop
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	fs := flag.NewFlagSet("boxoffice", flag.ContinueOnError)
	fs.SetOutput(stderr)
	dsn := fs.String("dsn", "", "the PostgreSQL, a URL")
	access := fs.String("access", "", "append a line for each request to `FILE`")
	debug := fs.String("debug", "127.0.0.1:0", "serve profiles at `ADDRESS`, of loopback")
	solved := fs.String("solved", "", "the problems that are solved, `NAMES` with commas between")
	if err := serving.Parse(fs, args); err != nil {
		return err
	}
	db, err := sql.Open("postgres", *dsn)
	if err != nil {
		return err
	}
	db.SetMaxIdleConns(16)
	o := &office{db: &row.DB{DB: db}, solved: map[string]bool{}}
	defer o.close()
	for name := range strings.SplitSeq(*solved, ",") {
		o.solved[name] = true
	}
	o.db.Keep = o.solved["prepared"]
	if err := o.prepare(ctx); err != nil {
		return err
	}
	log, err := os.OpenFile(*access, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer log.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	fmt.Fprintf(stdout, "listening on http://%s/\n", l.Addr())
	end, err := serving.Debug(*debug, nil, stdout)
	if err != nil {
		return err
	}
	defer end()
	srv := &http.Server{Handler: o.routes(&route.Log{To: log})}
	defer srv.Close()
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return nil
	}
}

// routes registers the handlers. They have no labels: wring live has to find the
// routes by itself.
func (o *office) routes(log *route.Log) http.Handler {
	r := chi.NewRouter()
	r.Use(log.Handler)
	r.Get("/shows", answering(o.list))
	r.Get("/shows/{id}", answering(o.show))
	r.Get("/shows/{id}/poster", answering(o.poster))
	r.Get("/takings", answering(o.takings))
	r.Get("/seat", answering(o.seat))
	r.Get("/ticket/{number}", answering(o.ticket))
	r.Get("/programme", answering(o.programme))
	return r
}

// answering answers 500 when h fails.
func answering(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
}
