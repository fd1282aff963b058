package history

import (
	"database/sql"
	"errors"
	"net/url"
	"strconv"
	"strings"

	_ "github.com/lib/pq"       // the driver "postgres"
	driver "modernc.org/sqlite" // also the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// kind is a kind of database: what differs between the two.
type kind interface {
	open(dsn string) (*sql.DB, error)
	show(dsn string) string   // without a password
	bind(query string) string // ? becomes what the database wants
	words() *strings.Replacer // for the types in a migration
	lock() string             // makes a transaction wait for others' migrations
	busy(err error) bool      // another program has the database; later it may not
	advice(err error) string
}

// kindOf tells from a data source name what it names.
func kindOf(dsn string) kind {
	if strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://") {
		return postgres{}
	}
	return sqlite{}
}

// sqlite is a file.
type sqlite struct{}

// open makes every transaction one that writes: two that begin by reading and
// then want to write would have to fail. Others are waited for.
func (sqlite) open(file string) (*sql.DB, error) {
	values := url.Values{"_txlock": {"immediate"}, "_pragma": {"busy_timeout(5000)",
		"journal_mode(WAL)", "foreign_keys(1)", "synchronous(NORMAL)"}}
	name := url.URL{Scheme: "file", Opaque: (&url.URL{Path: file}).EscapedPath(),
		RawQuery: values.Encode()}
	db, err := sql.Open("sqlite", name.String())
	if err == nil {
		db.SetMaxOpenConns(1) // one process has nothing to gain by more
	}
	return db, err
}

func (sqlite) show(file string) string  { return file }
func (sqlite) bind(query string) string { return query }
func (sqlite) lock() string             { return "" } // the transaction itself

// busy holds for what SQLite does not wait for whatever busy_timeout says: the
// step of a new file to write-ahead logging, which two programs take at once.
func (sqlite) busy(err error) bool {
	failed := new(driver.Error)
	return errors.As(err, &failed) && failed.Code()&0xff == sqlite3.SQLITE_BUSY
}

func (sqlite) words() *strings.Replacer {
	return strings.NewReplacer("{id}", "INTEGER PRIMARY KEY AUTOINCREMENT", "{data}", "BLOB",
		"{number}", "INTEGER")
}

func (sqlite) advice(err error) string {
	text := err.Error()
	switch {
	case strings.Contains(text, "locked"), strings.Contains(text, "BUSY"):
		return "another program holds it: wait for that to end, or name another file with -db"
	case strings.Contains(text, "not a database"), strings.Contains(text, "malformed"):
		return "remove the file, or name another one with -db: what it held is measured again"
	}
	return "name a file in a folder that can be written with -db"
}

// postgres is a server.
type postgres struct{}

// open bounds how long an address that does not answer is waited for.
func (postgres) open(dsn string) (*sql.DB, error) {
	address, err := url.Parse(dsn)
	if err != nil {
		return nil, errNotURL
	}
	values := address.Query()
	if !values.Has("connect_timeout") {
		values.Set("connect_timeout", "5")
	}
	address.RawQuery = values.Encode()
	return sql.Open("postgres", address.String())
}

// show leaves out the password and the parameters, which may hold another.
func (postgres) show(dsn string) string {
	address, err := url.Parse(dsn)
	if err != nil {
		return "at the given address"
	}
	address.RawQuery = ""
	return address.Redacted()
}

func (postgres) bind(query string) string {
	var b strings.Builder
	n := 0
	for _, r := range query {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		n++
		b.WriteString("$" + strconv.Itoa(n))
	}
	return b.String()
}

func (postgres) words() *strings.Replacer {
	return strings.NewReplacer("{id}", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
		"{data}", "BYTEA", "{number}", "BIGINT")
}

// lock takes a lock that ends with the transaction; its number is wring's alone.
func (postgres) lock() string { return "SELECT pg_advisory_xact_lock(7719231)" }

// busy never holds: the server lets a transaction wait.
func (postgres) busy(error) bool { return false }

func (postgres) advice(error) string {
	return "check the address, that the server runs and that the user may write there, " +
		"or leave -db away to keep the history in a file"
}
