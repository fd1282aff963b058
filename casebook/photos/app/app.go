// Package app puts the photo service together. This is the one place that looks
// at the steps: each chooses an implementation, or a setting.
package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"

	"github.com/go-sql-driver/mysql"

	"github.com/wring-go/wring/casebook/photos/passhash"
	"github.com/wring-go/wring/casebook/photos/pictures"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/store"
	"github.com/wring-go/wring/casebook/photos/view"
	"github.com/wring-go/wring/casebook/photos/web"
)

// Config says where the data is, and which steps are taken.
type Config struct {
	DSN      string // of the database, as go-sql-driver/mysql reads it
	Pictures string // the folder of pictures, if they are files
	Steps    steps.Set
	Errors   io.Writer // nil discards them
}

// App is the service without its listener.
type App struct {
	Handler http.Handler // its patterns are the routes
	DB      *sql.DB
}

// Close closes the connections to the database.
func (a *App) Close() error { return a.DB.Close() }

// maxOpen is how many connections there may be.
const maxOpen = 16

// Open connects to the database, prepares what the steps want there, and puts
// the service together.
func Open(ctx context.Context, c Config) (*App, error) {
	if c.Errors == nil {
		c.Errors = io.Discard
	}
	db, err := connect(c)
	if err != nil {
		return nil, err
	}
	handler, err := assemble(ctx, c, db)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &App{handler, db}, nil
}

// connect takes the steps interpolate and pool.
func connect(c Config) (*sql.DB, error) {
	cfg, err := mysql.ParseDSN(c.DSN)
	if err != nil {
		return nil, fmt.Errorf("the DSN %q: %w; write it like user@tcp(127.0.0.1:3306)/photos",
			c.DSN, err)
	}
	cfg.ParseTime = true
	cfg.InterpolateParams = c.Steps.Has(steps.Interpolate)
	cfg.Logger = &mysql.NopLogger{} // what goes wrong is in the errors, too
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(maxOpen)
	if c.Steps.Has(steps.Pool) {
		db.SetMaxIdleConns(maxOpen)
	}
	return db, nil
}

// assemble takes the other steps.
func assemble(ctx context.Context, c Config, db *sql.DB) (http.Handler, error) {
	if c.Steps.Has(steps.GOGC) {
		debug.SetGCPercent(400)
	}
	err := errors.Join(store.CreateTables(ctx, db),
		store.SetIndexes(ctx, db, c.Steps.Has(steps.Index)))
	if err != nil {
		return nil, err
	}
	files, err := picturesOf(ctx, c, db)
	if err != nil {
		return nil, err
	}
	pages, err := viewOf(c.Steps)
	if err != nil {
		return nil, err
	}
	data, err := dataOf(ctx, c.Steps, db)
	if err != nil {
		return nil, err
	}
	sources := web.Sources{Users: data.users, Authors: data.authors, Lists: data.lists,
		Threads: data.threads, Posts: data.posts, Comments: data.comments, View: pages}
	return web.Handler(web.Parts{Users: data.users, Posts: data.posts, Comments: data.comments,
		Sessions: sessionsOf(c.Steps, db), Pictures: files, Hash: hashOf(c.Steps), View: pages,
		Pages: pagesOf(c.Steps, sources), Uploads: uploadsOf(c.Steps),
		Caching: cachingOf(c.Steps), Scratch: scratchOf(c.Steps), Errors: c.Errors}), nil
}

func picturesOf(ctx context.Context, c Config, db *sql.DB) (pictures.Store, error) {
	if !c.Steps.Has(steps.Files) {
		return pictures.InDatabase{DB: db}, nil
	}
	if c.Pictures == "" {
		return nil, fmt.Errorf("the step %s needs a folder for the pictures", steps.Files)
	}
	files, err := pictures.NewFiles(c.Pictures, db)
	if err != nil {
		return nil, err
	}
	return files, files.Export(ctx)
}

func viewOf(taken steps.Set) (view.View, error) {
	tagged := view.TaggedByExpression
	switch {
	case taken.Has(steps.TagScan):
		tagged = view.TaggedByScan
	case taken.Has(steps.Fix):
		tagged = view.TaggedFixed
	}
	switch {
	case taken.Has(steps.Append):
		return view.Appended{Tagged: tagged}, nil
	case taken.Has(steps.Templates):
		return view.NewParsed(tagged)
	}
	return view.PerPage{Tagged: tagged}, nil
}

func sessionsOf(taken steps.Set, db *sql.DB) store.Sessions {
	var sessions store.Sessions = store.NewSessionsLocked(db)
	if taken.Has(steps.SessionLock) {
		sessions = store.NewSessionsShort(db)
	}
	if taken.Has(steps.Sessions) {
		sessions = store.NewSessionsInMemory(sessions)
	}
	return sessions
}

func hashOf(taken steps.Set) passhash.Func {
	if taken.Has(steps.Hash) {
		return passhash.InProcess
	}
	return passhash.Command
}

func pagesOf(taken steps.Set, sources web.Sources) web.Pages {
	if taken.Has(steps.Pages) {
		return web.NewKeptPages(sources.Body)
	}
	return web.FreshPages{Render: sources.Body}
}

func uploadsOf(taken steps.Set) web.Uploads {
	if taken.Has(steps.Stream) {
		return web.StreamedUpload
	}
	return web.WholeUpload
}

func cachingOf(taken steps.Set) web.Caching {
	if taken.Has(steps.Validators) {
		return web.Validated
	}
	return web.NoCaching
}

func scratchOf(taken steps.Set) web.Scratch {
	if taken.Has(steps.Buffers) {
		return web.PooledScratch()
	}
	return web.FreshScratch
}
