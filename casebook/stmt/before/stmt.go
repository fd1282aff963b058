// Package stmt looks up a row as one writes it first. The query has a
// placeholder and the driver leaves it to the server, so that the statement is
// prepared, executed and closed for each row.
package stmt

import (
	"database/sql"
	"database/sql/driver"
)

// Open returns a database with one connection.
func Open(connector driver.Connector) *sql.DB {
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(1)
	return db
}

// Title returns the title of a post.
func Title(db *sql.DB, id int64) (title string, err error) {
	err = db.QueryRow("SELECT title FROM posts WHERE id = ?", id).Scan(&title)
	return title, err
}
