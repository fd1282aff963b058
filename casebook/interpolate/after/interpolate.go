// Package interpolate puts arguments into a statement with kit/sqltext.
package interpolate

import (
	"database/sql/driver"

	"github.com/wring-go/wring/kit/sqltext"
)

// Interpolate returns query with each placeholder replaced by the literal of
// the next argument. It allocates the string that it returns and nothing else.
func Interpolate(query string, args []driver.Value) (string, error) {
	return sqltext.String(query, args, sqltext.Options{})
}

// Append appends what Interpolate returns to dst. It allocates nothing.
func Append(dst []byte, query string, args []driver.Value) ([]byte, error) {
	return sqltext.Append(dst, query, args, sqltext.Options{})
}
