package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/wring-go/wring/casebook/mariadb"
	"github.com/wring-go/wring/service/poolsim"
)

// observed is what was seen of a load.
type observed struct {
	at, spent []float64       // of each query, in seconds
	connects  []time.Duration // how long each took
	stats     sql.DBStats
}

// model returns the load that was seen, as the model takes it.
func (o observed) model() (poolsim.Load, error) {
	r, err := poolsim.Record(o.at, o.spent)
	return poolsim.Load{N: len(o.at), Arrivals: poolsim.Arrivals{Times: r.Times},
		Connect: poolsim.Duration{List: o.connects},
		Query:   poolsim.Duration{List: r.Spent}}, err
}

// load runs queries that arrive by chance, whether or not earlier ones are done.
func (p plan) load(ctx context.Context, server *mariadb.Server, s poolsim.Setting,
	seed uint64) (observed, error) {
	cfg := mysql.NewConfig()
	cfg.User, cfg.Net, cfg.Addr = "root", "tcp", server.Address
	inner, err := mysql.NewConnector(cfg)
	if err != nil {
		return observed{}, err
	}
	c := &counting{Connector: inner}
	db := sql.OpenDB(c)
	defer db.Close()
	db.SetMaxOpenConns(s.MaxOpen)
	db.SetMaxIdleConns(s.MaxIdle)
	db.SetConnMaxLifetime(s.MaxLifetime)
	db.SetConnMaxIdleTime(s.MaxIdleTime)
	o := observed{at: make([]float64, p.n), spent: make([]float64, p.n)}
	errs := make([]error, p.n)
	query := fmt.Sprintf("DO SLEEP(%g)", p.query.Seconds())
	rng := rand.New(rand.NewPCG(seed, 11))
	var all sync.WaitGroup
	start := time.Now()
	var next float64
	for i := range p.n {
		next += rng.ExpFloat64() / p.rate
		time.Sleep(time.Duration(next*1e9) - time.Since(start))
		o.at[i] = time.Since(start).Seconds()
		all.Go(func() { o.spent[i], errs[i] = run(ctx, db, query) })
	}
	all.Wait()
	o.stats = db.Stats()
	o.connects = c.spent
	for _, err := range errs {
		if err != nil {
			return o, err
		}
	}
	return o, nil
}

// run returns for how long a query kept its connection.
func run(ctx context.Context, db *sql.DB, query string) (float64, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return 0, err
	}
	begin := time.Now()
	_, err = conn.ExecContext(ctx, query)
	if closing := conn.Close(); err == nil {
		err = closing
	}
	return time.Since(begin).Seconds(), err
}

// counting notes how long each connect takes.
type counting struct {
	driver.Connector
	mu    sync.Mutex
	spent []time.Duration
}

func (c *counting) Connect(ctx context.Context) (driver.Conn, error) {
	begin := time.Now()
	conn, err := c.Connector.Connect(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spent = append(c.spent, time.Since(begin))
	return conn, err
}
