// Package stage sets up what the photo service is tried on: a MariaDB with data,
// and the service as a process of its own.
package stage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/go-sql-driver/mysql"

	"github.com/wring-go/wring/casebook/mariadb"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/store"
)

// StartDatabase starts an empty MariaDB. The error wraps diary.ErrMissing when
// MariaDB is not installed.
func StartDatabase(ctx context.Context) (*mariadb.Server, error) {
	// The settings of a machine that has nothing else to do, on which no commit
	// is lost.
	return mariadb.Start(ctx, "--innodb-buffer-pool-size=512M", "--max-connections=200",
		"--innodb-log-file-size=256M", "--innodb-flush-log-at-trx-commit=2")
}

// DSN returns how the service finds its database.
func DSN(s *mariadb.Server) string {
	cfg := mysql.NewConfig()
	cfg.User, cfg.Net, cfg.Addr, cfg.DBName = "root", "unix", s.Socket, "photos"
	return cfg.FormatDSN()
}

// Connect makes the database and its tables, if they are not there, and connects
// to it as those do who fill or check it.
func Connect(ctx context.Context, dsn string) (*sql.DB, error) {
	cfg, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, fmt.Errorf("the DSN %q: %w", dsn, err)
	}
	cfg.InterpolateParams, cfg.ParseTime, cfg.MaxAllowedPacket = true, true, 16<<20
	cfg.Logger = &mysql.NopLogger{} // what goes wrong is in the errors, too
	name := cfg.DBName
	cfg.DBName = ""
	if err := createDatabase(ctx, cfg, name); err != nil {
		return nil, err
	}
	cfg.DBName = name
	db, err := open(cfg)
	if err != nil {
		return nil, err
	}
	if err := store.CreateTables(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func createDatabase(ctx context.Context, cfg *mysql.Config, name string) error {
	db, err := open(cfg)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "CREATE DATABASE IF NOT EXISTS `"+name+"`")
	return err
}

func open(cfg *mysql.Config) (*sql.DB, error) {
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(connector), nil
}

// Database is a MariaDB with data.
type Database struct {
	Server *mariadb.Server
	DB     *sql.DB
	Data   seed.Data
}

// Prepare starts a MariaDB and fills it.
func Prepare(ctx context.Context, data seed.Data) (*Database, error) {
	server, err := StartDatabase(ctx)
	if err != nil {
		return nil, err
	}
	db, err := Connect(ctx, DSN(server))
	if err != nil {
		server.Close()
		return nil, err
	}
	d := &Database{server, db, data}
	if err := seed.Fill(ctx, db, data); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// Close stops the server and removes its data.
func (d *Database) Close() {
	d.DB.Close()
	d.Server.Close()
}
