package interpolated_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"strings"
)

// fake is a driver that writes down what it is sent. A prepared statement is
// three commands, as on the wire.
type fake struct {
	log     []string
	mode    string
	charset string
	packet  driver.Value
	fail    error
}

func (f *fake) say(command string) { f.log = append(f.log, command) }

// take returns what was sent since the last call.
func (f *fake) take() string {
	defer func() { f.log = nil }()
	return strings.Join(f.log, "\n")
}

func (f *fake) Connect(context.Context) (driver.Conn, error) { return &fakeConn{f}, f.fail }
func (f *fake) Driver() driver.Driver                        { return nil }

func (f *fake) Close() error {
	f.say("close connector")
	return nil
}

type fakeConn struct{ *fake }

func (c *fakeConn) Close() error              { c.say("close"); return nil }
func (c *fakeConn) Begin() (driver.Tx, error) { c.say("begin"); return c, nil }
func (c *fakeConn) Commit() error             { c.say("commit"); return nil }
func (c *fakeConn) Rollback() error           { c.say("rollback"); return nil }

func (c *fakeConn) Prepare(query string) (driver.Stmt, error) {
	c.say("prepare " + query)
	return &fakeStmt{c}, nil
}

func (c *fakeConn) QueryContext(_ context.Context, query string, args []driver.NamedValue) (
	driver.Rows, error) {
	if len(args) > 0 {
		return nil, driver.ErrSkip
	}
	if strings.HasPrefix(query, "SELECT @@") {
		c.say("ask")
		return &fakeRows{[]driver.Value{[]byte(c.mode), c.charset, c.packet}}, nil
	}
	c.say("query " + query)
	return &fakeRows{}, nil
}

func (c *fakeConn) ExecContext(_ context.Context, query string, args []driver.NamedValue) (
	driver.Result, error) {
	if len(args) > 0 {
		return nil, driver.ErrSkip
	}
	c.say("query " + query)
	return driver.RowsAffected(1), nil
}

type fakeStmt struct{ *fakeConn }

func (s *fakeStmt) Close() error  { s.say("close statement"); return nil }
func (s *fakeStmt) NumInput() int { return -1 }

func (s *fakeStmt) Exec([]driver.Value) (driver.Result, error) {
	s.say("execute")
	return driver.RowsAffected(1), nil
}

func (s *fakeStmt) Query([]driver.Value) (driver.Rows, error) {
	s.say("execute")
	return &fakeRows{}, nil
}

// fakeRows has at most one row.
type fakeRows struct{ row []driver.Value }

func (r *fakeRows) Columns() []string { return make([]string, len(r.row)) }
func (r *fakeRows) Close() error      { return nil }

func (r *fakeRows) Next(dest []driver.Value) error {
	if r.row == nil {
		return io.EOF
	}
	copy(dest, r.row)
	r.row = nil
	return nil
}

var errDown = errors.New("the server is down")
