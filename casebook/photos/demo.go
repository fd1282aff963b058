package main

import (
	"context"
	"os"

	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage"
)

// prepareDemo starts a MariaDB and sets what points to it.
func (c *command) prepareDemo(ctx context.Context) (end func(), err error) {
	db, err := stage.StartDatabase(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "photos")
	if err != nil {
		db.Close()
		return nil, err
	}
	c.dsn = stage.DSN(db)
	if c.pictures == "" {
		c.pictures = dir
	}
	if c.fill == 0 {
		c.fill = 0.1
	}
	return func() {
		db.Close()
		os.RemoveAll(dir)
	}, nil
}

func fill(ctx context.Context, dsn string, scale float64) error {
	db, err := stage.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	return seed.Fill(ctx, db, seed.New(scale))
}
