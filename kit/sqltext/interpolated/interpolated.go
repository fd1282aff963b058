// Package interpolated wraps a driver for MySQL or MariaDB, so that a statement
// with arguments takes one round trip instead of three: the arguments are put
// into its text by package sqltext. The program goes on to use database/sql:
//
//	connector, err := mysql.NewConnector(cfg) // or what your driver has
//	db := sql.OpenDB(interpolated.New(connector, interpolated.Options{}))
//
// Each new connection is asked once for its sql_mode, its character set and its
// max_allowed_packet. It is asked again before the next arguments when a
// statement may have changed them, which is any that does not begin with SELECT,
// INSERT, UPDATE, DELETE, REPLACE or WITH, or that holds a semicolon.
//
// What cannot be written safely or at all goes the old way, as a prepared
// statement: named arguments, values without a literal, statements that are too
// long, and character sets that sqltext refuses.
//
// Rule of use: wrap a connector whose own interpolation is off, for otherwise
// there is nothing to gain. Statements that you prepare yourself stay prepared.
//
// What is not safe:
//
//   - A stored procedure or function that changes sql_mode or the character set
//     of its caller's session, called from a statement that begins with one of
//     the words above: the wrapper cannot see it.
//   - A connection on which other code sends statements, through sql.Conn.Raw.
//   - The results come in the text protocol. Drivers may give columns other Go
//     types there when a row is scanned into an any.
package interpolated

import (
	"context"
	"database/sql/driver"
	"fmt"
	"io"
	"strings"
	"time"
)

// Options are what the session does not tell.
type Options struct {
	// Location is where times are written; nil means UTC. It should be what the
	// driver was told, such as loc in a DSN.
	Location *time.Location
}

// New returns a connector whose connections are those of base and put arguments
// into statements. It panics when base is nil.
func New(base driver.Connector, opt Options) driver.Connector {
	if base == nil {
		panic("interpolated: New needs a connector to wrap")
	}
	return &connector{base, opt}
}

type connector struct {
	base driver.Connector
	opt  Options
}

// Connect opens a connection and asks it what its session is like. One that
// does not take queries without a statement is returned as it is.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	base, err := c.base.Connect(ctx)
	if err != nil {
		return nil, err
	}
	query, ok1 := base.(driver.QueryerContext)
	exec, ok2 := base.(driver.ExecerContext)
	if !ok1 || !ok2 {
		return base, nil
	}
	w := &conn{Conn: base, query: query, exec: exec}
	w.session.Location = c.opt.Location
	if err := w.ask(ctx); err != nil {
		base.Close()
		return nil, err
	}
	return w, nil
}

// Driver returns the driver below.
func (c *connector) Driver() driver.Driver { return c.base.Driver() }

// Close closes the connector below, if it can be closed.
func (c *connector) Close() error {
	if closer, ok := c.base.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// question is what a session is asked, and how many columns it answers with.
const (
	question = "SELECT @@sql_mode, @@character_set_client, @@max_allowed_packet"
	answers  = 3
)

// ask sets the options of the session.
func (c *conn) ask(ctx context.Context) error {
	rows, err := c.query.QueryContext(ctx, question, nil)
	if err != nil {
		return err
	}
	defer rows.Close()
	row := make([]driver.Value, answers)
	if n := len(rows.Columns()); n != answers {
		return fmt.Errorf("interpolated: %s gave %d columns; is this MySQL?", question, n)
	}
	if err := rows.Next(row); err != nil {
		return fmt.Errorf("interpolated: %s: %w", question, err)
	}
	mode := "," + text(row[0]) + ","
	c.session.NoBackslashEscapes = strings.Contains(mode, ",NO_BACKSLASH_ESCAPES,")
	c.session.ANSIQuotes = strings.Contains(mode, ",ANSI_QUOTES,")
	c.session.Collation = text(row[1])
	if _, err := fmt.Sscan(text(row[2]), &c.session.MaxPacket); err != nil {
		return fmt.Errorf("interpolated: max_allowed_packet is %q: %w", text(row[2]), err)
	}
	c.stale = false
	return nil
}

// text returns a value as text; drivers give bytes, strings or numbers.
func text(v driver.Value) string {
	if b, ok := v.([]byte); ok {
		return string(b)
	}
	return fmt.Sprint(v)
}

// The words with which statements begin that leave the session alone.
var harmless = [...]string{"SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH"}

// mayChange reports whether a statement may change the session's settings.
func mayChange(statement string) bool {
	if strings.IndexByte(statement, ';') >= 0 {
		return true
	}
	rest := strings.TrimLeft(statement, " \t\r\n(")
	for strings.HasPrefix(rest, "/*") && !strings.HasPrefix(rest, "/*!") &&
		!strings.HasPrefix(rest, "/*M!") {
		_, rest, _ = strings.Cut(rest[2:], "*/")
		rest = strings.TrimLeft(rest, " \t\r\n(")
	}
	for _, word := range harmless {
		if len(rest) > len(word) && strings.EqualFold(rest[:len(word)], word) {
			return false
		}
	}
	return true
}
