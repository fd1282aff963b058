package main

import (
	"bytes"
	"context"
	"database/sql"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/locks"
)

// load is what users do at once.
type load struct {
	name    string
	advice  string // what wring should advise, or ""
	open    int    // connections, 0 for any number
	idle    int
	shared  bool // one prepared statement serves all
	sleeps  bool // on the server, with the connection
	awaited string
}

const users = 120

func loads() []load {
	return []load{
		{name: "one statement for all", advice: "shared statement", idle: 20, shared: true,
			awaited: "database/sql.(*Stmt)"},
		{name: "its twin, text with arguments", open: users, idle: users,
			awaited: "database/sql.(*DB)"},
		{name: "a pool of 4", advice: "small pool", open: 4, idle: 4, sleeps: true,
			awaited: "database/sql.(*DB).conn("},
		{name: "its twin, a pool of 120", open: users, idle: users, sleeps: true,
			awaited: "database/sql.(*DB).conn("},
	}
}

// dumps returns dumps of this process under the load, as far as there are any in
// which goroutines wait for what the load is about, else the last one.
func (l load) dumps(ctx context.Context, address string, d time.Duration) ([][]byte, error) {
	cfg := mysql.NewConfig()
	cfg.User, cfg.Net, cfg.Addr, cfg.InterpolateParams = "root", "tcp", address, !l.shared
	db, err := sql.Open("mysql", cfg.FormatDSN())
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(l.open)
	db.SetMaxIdleConns(l.idle)
	query := "SELECT ? + 1"
	if l.sleeps {
		query = "SELECT SLEEP(0.02) + ?"
	}
	stmt, err := db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer stmt.Close()
	ctx, stop := context.WithTimeout(ctx, d)
	defer stop()
	var all sync.WaitGroup
	for i := range users {
		all.Go(func() { l.use(ctx, db, stmt, query, i) })
	}
	list := watch(ctx, l.awaited)
	stop()
	all.Wait()
	return list, nil
}

// use asks again and again.
func (l load) use(ctx context.Context, db *sql.DB, stmt *sql.Stmt, query string, i int) {
	for ctx.Err() == nil {
		var got float64
		var err error
		if l.shared {
			err = stmt.QueryRow(i).Scan(&got)
		} else {
			err = db.QueryRow(query, i).Scan(&got)
		}
		if err != nil {
			return // the time is over
		}
	}
}

// most is how many dumps are looked at.
const most = 5

// watch takes dumps until the context ends.
func watch(ctx context.Context, awaited string) [][]byte {
	var list [][]byte
	buf := make([]byte, 8<<20)
	for n := 0; ctx.Err() == nil && len(list) < most; n++ {
		dump := buf[:runtime.Stack(buf, true)]
		if waits(dump, awaited) {
			list = append(list, bytes.Clone(dump))
		}
		time.Sleep(time.Millisecond)
	}
	if len(list) == 0 {
		list = append(list, bytes.Clone(buf[:runtime.Stack(buf, true)]))
	}
	return list
}

// waits reports whether a goroutine waits for a mutex in what is awaited, or three for
// a connection.
func waits(dump []byte, awaited string) bool {
	n := 0
	for g := range strings.SplitSeq(string(dump), "\n\n") {
		state, _, _ := strings.Cut(g, "]")
		switch {
		case !strings.Contains(g, awaited):
		case strings.HasSuffix(state, "[sync.Mutex.Lock") && caller(g) == awaited:
			n += 3
		case strings.HasSuffix(state, "[select"):
			n++
		}
	}
	return n >= 3
}

// caller returns the beginning of the innermost frame that is not of package sync.
func caller(g string) string {
	for line := range strings.Lines(g) {
		if strings.HasPrefix(line, "database/sql.") {
			return line[:strings.IndexByte(line, '(')+1] + "*" +
				line[strings.IndexByte(line, '*')+1:strings.Index(line, ").")+1]
		}
	}
	return ""
}

// ask has the dumps read.
func ask(ctx context.Context, dumps [][]byte) (findings, error) {
	f := findings{grades: map[string]map[string]int{}, advised: map[string]int{}}
	for _, text := range dumps {
		d, err := locks.Load(ctx, "-", bytes.NewReader(text))
		if err != nil {
			return f, err
		}
		f.add(locks.Analyse([]locks.Dump{d}, gosource.Options{Source: []string{"."}}))
	}
	return f, nil
}
