// Package stmt looks up a row with one command: the argument is put into the
// query before it is sent, or the statement is prepared once and kept.
package stmt

import (
	"database/sql"
	"database/sql/driver"

	"github.com/wring-go/wring/kit/sqltext/interpolated"
)

// Open returns a database with one connection that puts arguments into
// statements. The code that uses it stays as it is.
func Open(connector driver.Connector) *sql.DB {
	db := sql.OpenDB(interpolated.New(connector, interpolated.Options{}))
	db.SetMaxOpenConns(1)
	return db
}

// Title returns the title of a post.
func Title(db *sql.DB, id int64) (title string, err error) {
	err = db.QueryRow("SELECT title FROM posts WHERE id = ?", id).Scan(&title)
	return title, err
}

// Titles is a statement that is kept.
type Titles struct{ stmt *sql.Stmt }

// Prepare prepares it. Every connection of the pool prepares it once more when
// it is first used there.
func Prepare(db *sql.DB) (Titles, error) {
	stmt, err := db.Prepare("SELECT title FROM posts WHERE id = ?")
	return Titles{stmt}, err
}

// Title returns the title of a post.
func (t Titles) Title(id int64) (title string, err error) {
	err = t.stmt.QueryRow(id).Scan(&title)
	return title, err
}
