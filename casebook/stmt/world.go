package stmt

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/go-sql-driver/mysql"

	"github.com/wring-go/wring/casebook/mariadb"
	after "github.com/wring-go/wring/casebook/stmt/after"
	before "github.com/wring-go/wring/casebook/stmt/before"
)

// posts is how many rows there are, with the keys from 0.
const posts = 1000

// world is a server with posts, and a database for each way to ask it.
type world struct {
	server               *mariadb.Server
	naive, tuned, driver *sql.DB
	kept                 after.Titles
	keeper               *sql.DB // where kept was prepared
	admin                *sql.DB // asks the server what it has counted
}

func open(ctx context.Context) (*world, error) {
	server, err := mariadb.Start(ctx)
	if err != nil {
		return nil, err
	}
	w := &world{server: server}
	if err := w.open(ctx); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *world) open(ctx context.Context) error {
	admin, err1 := w.connector("", false)
	plain, err2 := w.connector("blog", false)
	itself, err3 := w.connector("blog", true)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	w.admin = before.Open(admin)
	for _, statement := range []string{
		"CREATE DATABASE blog",
		"CREATE TABLE blog.posts (id BIGINT PRIMARY KEY, title VARCHAR(100))",
		fmt.Sprintf("INSERT INTO blog.posts SELECT seq, CONCAT('it''s post ', seq) "+
			"FROM blog.seq_0_to_%d", posts-1), // a table of numbers, which MariaDB makes up
	} {
		if _, err := w.admin.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	w.naive, w.tuned, w.driver = before.Open(plain), after.Open(plain), before.Open(itself)
	w.keeper = before.Open(plain)
	var err error
	w.kept, err = after.Prepare(w.keeper)
	return err
}

// connector returns a connector of the driver, with or without its own
// interpolation.
func (w *world) connector(database string, interpolate bool) (driver.Connector, error) {
	cfg := mysql.NewConfig()
	cfg.User, cfg.Net, cfg.Addr = "root", "unix", w.server.Socket
	cfg.DBName, cfg.InterpolateParams = database, interpolate
	return mysql.NewConnector(cfg)
}

// close closes what is open and stops the server.
func (w *world) close() {
	for _, db := range []*sql.DB{w.admin, w.naive, w.tuned, w.driver, w.keeper} {
		if db != nil {
			db.Close()
		}
	}
	w.server.Close()
}

// commands returns how many commands the server received for each of n
// operations. It counts a prepared SELECT when it is executed and as a SELECT.
func (w *world) commands(n int, do func(int) error) (float64, error) {
	if err := do(1); err != nil { // opens the connection
		return 0, err
	}
	old, err := w.counters()
	if err != nil {
		return 0, err
	}
	if err := do(n); err != nil {
		return 0, err
	}
	now, err := w.counters()
	if err != nil {
		return 0, err
	}
	return float64(now-old) / float64(n), nil
}

// counters returns the server's sum of the commands of all sessions. Asking is
// none of them. Before, each session answers a ping, so that what it was sent
// without an answer has been counted.
func (w *world) counters() (int, error) {
	for _, db := range []*sql.DB{w.naive, w.tuned, w.driver, w.keeper} {
		if err := db.Ping(); err != nil {
			return 0, err
		}
	}
	rows, err := w.admin.Query("SHOW GLOBAL STATUS LIKE 'Com\\_%'")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	sum := 0
	for rows.Next() {
		var name string
		var value int
		if err := rows.Scan(&name, &value); err != nil {
			return 0, err
		}
		switch name {
		case "Com_stmt_prepare", "Com_stmt_close", "Com_select":
			sum += value
		}
	}
	return sum, rows.Err()
}
