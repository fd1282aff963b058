package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
	"github.com/wring-go/wring/service/sqlsource"
)

// addPlaces finds the lines of Go that send the statements of a report.
func (c *sqlCommand) addPlaces(ctx context.Context, e env, r *sqlsample.Report) error {
	show := newProgress(e.stderr)
	show.update("reading", c.source)
	list, problems, err := sqlsource.Find(ctx, c.dir, names(c.source))
	show.clear()
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		text := fmt.Sprintf("%d problems in the packages, the first: %s", len(problems),
			strings.TrimSpace(problems[0]))
		r.Warnings = append(r.Warnings, sqlsample.Warning{Code: "source", Text: text})
	}
	if len(list) == 0 {
		r.Warnings = append(r.Warnings, sqlsample.Warning{Code: "source",
			Text: "no statement in " + c.source + " reaches database/sql, sqlx, pgx or gorm"})
	}
	opt := c.textOptions()
	if r.Dialect == "postgresql" {
		opt.Dialect = mysqltext.PostgreSQL
	}
	sqlsource.AddPlaces(r, list, opt)
	return nil
}
