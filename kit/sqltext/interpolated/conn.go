package interpolated

import (
	"context"
	"database/sql/driver"
	"errors"

	"github.com/wring-go/wring/kit/sqltext"
)

// conn is a connection that puts arguments into statements. The driver package
// promises that no two methods run at once.
type conn struct {
	driver.Conn // the connection below
	query       driver.QueryerContext
	exec        driver.ExecerContext
	session     sqltext.Options
	stale       bool           // the session may have changed
	args        []driver.Value // of one statement, kept for the next
}

// QueryContext sends one command, or returns driver.ErrSkip, whereupon
// database/sql prepares the statement.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (
	driver.Rows, error) {
	statement, err := c.statement(ctx, query, args)
	if err != nil {
		return nil, err
	}
	return c.query.QueryContext(ctx, statement, nil)
}

// ExecContext is QueryContext for statements without rows.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (
	driver.Result, error) {
	statement, err := c.statement(ctx, query, args)
	if err != nil {
		return nil, err
	}
	return c.exec.ExecContext(ctx, statement, nil)
}

// statement returns query with the arguments in it.
func (c *conn) statement(ctx context.Context, query string, args []driver.NamedValue) (
	string, error) {
	if len(args) == 0 {
		c.stale = c.stale || mayChange(query)
		return query, nil
	}
	if c.stale {
		if err := c.ask(ctx); err != nil {
			return "", err
		}
	}
	c.stale = mayChange(query)
	c.args = c.args[:0]
	for _, arg := range args {
		if arg.Name != "" {
			return "", driver.ErrSkip
		}
		c.args = append(c.args, arg.Value)
	}
	statement, err := sqltext.String(query, c.args, c.session)
	clear(c.args) // the caller's values need not stay
	if err != nil {
		return "", otherWay(err)
	}
	return statement, nil
}

// otherWay returns driver.ErrSkip, unless a prepared statement would fail too.
func otherWay(err error) error {
	if count := new(sqltext.CountError); errors.As(err, &count) {
		return err
	}
	return driver.ErrSkip
}

// PrepareContext prepares a statement below.
func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	c.stale = c.stale || mayChange(query)
	if p, ok := c.Conn.(driver.ConnPrepareContext); ok {
		return p.PrepareContext(ctx, query)
	}
	return c.Conn.Prepare(query)
}

// Prepare prepares a statement below.
func (c *conn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

// BeginTx begins a transaction below.
func (c *conn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	if b, ok := c.Conn.(driver.ConnBeginTx); ok {
		return b.BeginTx(ctx, opts)
	}
	if opts != (driver.TxOptions{}) {
		return nil, errors.New("interpolated: the driver below knows no options of transactions")
	}
	//lint:ignore SA1019 such a driver has nothing else
	return c.Conn.Begin()
}

// Ping asks the connection below whether it is alive, if it can tell.
func (c *conn) Ping(ctx context.Context) error {
	if p, ok := c.Conn.(driver.Pinger); ok {
		return p.Ping(ctx)
	}
	return nil
}

// ResetSession prepares the connection for the next user. What the last one
// set in the session stays, as it does below, so nothing is asked again.
func (c *conn) ResetSession(ctx context.Context) error {
	if r, ok := c.Conn.(driver.SessionResetter); ok {
		return r.ResetSession(ctx)
	}
	return nil
}

// IsValid reports whether the connection below may go back to the pool.
func (c *conn) IsValid() bool {
	if v, ok := c.Conn.(driver.Validator); ok {
		return v.IsValid()
	}
	return true
}

// CheckNamedValue converts an argument as the driver below does.
func (c *conn) CheckNamedValue(arg *driver.NamedValue) error {
	if n, ok := c.Conn.(driver.NamedValueChecker); ok {
		return n.CheckNamedValue(arg)
	}
	return driver.ErrSkip // then database/sql does it
}
