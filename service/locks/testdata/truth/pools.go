package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
)

func init() {
	others = append(others, map[string]func(*truth){
		"pool-tx": poolTx, "pool-rows": poolRows, "pool-conn": poolConn,
		"pool-query": poolQuery, "pool-field": poolField, "pool-leaked-rows": poolLeakedRows,
		"pool-helper": poolHelper,
	})
}

// easyDriver answers at once, or, to "slow", never.
type easyDriver struct{}

type easyConn struct{}

type easyStmt struct{ query string }

type easyRows struct{ n int }

func (easyDriver) Open(string) (driver.Conn, error) { return easyConn{}, nil }

func (easyConn) Prepare(query string) (driver.Stmt, error) { return easyStmt{query}, nil }
func (easyConn) Close() error                              { return nil }
func (easyConn) Begin() (driver.Tx, error)                 { return easyConn{}, nil }
func (easyConn) Commit() error                             { return nil }
func (easyConn) Rollback() error                           { return nil }

func (s easyStmt) Close() error  { return nil }
func (s easyStmt) NumInput() int { return -1 }
func (s easyStmt) Exec([]driver.Value) (driver.Result, error) {
	if s.query == "slow" {
		forever(0)
	}
	return nil, errors.New("no")
}
func (s easyStmt) Query([]driver.Value) (driver.Rows, error) {
	if s.query == "slow" {
		forever(1)
	}
	return &easyRows{}, nil
}

func (r *easyRows) Columns() []string { return []string{"a"} }
func (r *easyRows) Close() error      { return nil }
func (r *easyRows) Next(dest []driver.Value) error {
	if r.n == 10 {
		return io.EOF
	}
	r.n++
	dest[0] = int64(r.n)
	return nil
}

func openPool(n int) *sql.DB {
	sql.Register("easy", easyDriver{})
	db, err := sql.Open("easy", "")
	if err != nil {
		panic(err)
	}
	db.SetMaxOpenConns(n)
	return db
}

func ask(db *sql.DB) {
	waits("pool")
	var n int
	db.QueryRow("x").Scan(&n)
}

func transferMoney(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	ends("pool")
	forever(0)
	return tx.Commit()
}

func poolTx(t *truth) {
	db := openPool(2)
	go transferMoney(db)
	go transferMoney(db)
	soon()
	go ask(db)
	go ask(db)
}

func listAll(db *sql.DB) {
	rows, err := db.Query("x")
	if err != nil {
		panic(err)
	}
	defer rows.Close()
	ends("pool")
	for rows.Next() {
		forever(2)
	}
}

func poolRows(t *truth) {
	db := openPool(1)
	go listAll(db)
	soon()
	go ask(db)
}

func poolConn(t *truth) {
	db := openPool(1)
	go func() {
		conn, err := db.Conn(context.Background())
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		ends("pool")
		forever(0)
	}()
	soon()
	go ask(db)
}

func poolQuery(t *truth) {
	db := openPool(2)
	go func() { ends("pool"); db.Exec("slow") }()
	go func() { ends("pool"); db.Query("slow") }()
	soon()
	go ask(db)
}

type unit struct {
	tx *sql.Tx
	n  int
}

func (u *unit) work() {
	ends("pool")
	forever(0)
	u.tx.Commit()
}

func poolField(t *truth) {
	db := openPool(1)
	tx, err := db.Begin()
	if err != nil {
		panic(err)
	}
	u := &unit{tx: tx}
	go u.work()
	soon()
	go ask(db)
}

func count2(db *sql.DB) int {
	rows, err := db.Query("x")
	if err != nil {
		panic(err)
	}
	n := 0
	for rows.Next() {
		n++
		if n == 3 {
			break // and forgets to close
		}
	}
	ends("pool")
	forever(0)
	return n
}

func poolLeakedRows(t *truth) {
	db := openPool(1)
	go count2(db)
	soon()
	go ask(db)
}

func inTx(db *sql.DB, f func(tx *sql.Tx) error) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func poolHelper(t *truth) {
	db := openPool(1)
	go inTx(db, func(*sql.Tx) error {
		ends("pool")
		forever(0)
		return nil
	})
	soon()
	go ask(db)
}
