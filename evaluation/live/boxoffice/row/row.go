// Package row reads rows into structs by reflection, field by field, as helper
// layers above database/sql do.
package row

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"sync"
)

// DB is a database with these helpers. With Keep, statements are prepared once.
type DB struct {
	*sql.DB
	Keep bool
	kept sync.Map // *sql.Stmt by text
}

// ask sends a query.
func (d *DB) ask(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	if !d.Keep {
		return d.QueryContext(ctx, query, args...)
	}
	known, ok := d.kept.Load(query)
	if !ok {
		s, err := d.PrepareContext(context.WithoutCancel(ctx), query)
		if err != nil {
			return nil, err
		}
		if known, ok = d.kept.LoadOrStore(query, s); ok {
			s.Close()
		}
	}
	return known.(*sql.Stmt).QueryContext(ctx, args...)
}

// List reads all rows into *dest, a slice of structs.
func (d *DB) List(ctx context.Context, dest any, query string, args ...any) error {
	rows, err := d.ask(ctx, query, args)
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	defer rows.Close()
	list := reflect.ValueOf(dest).Elem()
	for rows.Next() {
		item := reflect.New(list.Type().Elem())
		if err := rows.Scan(fields(item.Elem())...); err != nil {
			return fmt.Errorf("list: %w", err)
		}
		list.Set(reflect.Append(list, item.Elem()))
	}
	return rows.Err()
}

// First reads the first row into *dest, a struct. The error wraps sql.ErrNoRows
// when there is none.
func (d *DB) First(ctx context.Context, dest any, query string, args ...any) error {
	rows, err := d.ask(ctx, query, args)
	if err != nil {
		return fmt.Errorf("first: %w", err)
	}
	defer rows.Close()
	if !rows.Next() {
		return fmt.Errorf("first: %w", cmp.Or(rows.Err(), sql.ErrNoRows))
	}
	if err := rows.Scan(fields(reflect.ValueOf(dest).Elem())...); err != nil {
		return fmt.Errorf("first: %w", err)
	}
	return rows.Err()
}

// fields returns pointers to the fields of a struct.
func fields(v reflect.Value) []any {
	list := make([]any, v.NumField())
	for i := range list {
		list[i] = v.Field(i).Addr().Interface()
	}
	return list
}
