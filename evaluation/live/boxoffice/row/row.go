// Package row reads rows into structs by reflection, field by field, as helper
// layers above database/sql do.
package row

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
)

// DB is a database with these helpers.
type DB struct{ *sql.DB }

// List reads all rows into *dest, a slice of structs.
func (d DB) List(ctx context.Context, dest any, query string, args ...any) error {
	rows, err := d.QueryContext(ctx, query, args...)
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
func (d DB) First(ctx context.Context, dest any, query string, args ...any) error {
	err := d.QueryRowContext(ctx, query, args...).Scan(fields(reflect.ValueOf(dest).Elem())...)
	if err != nil {
		return fmt.Errorf("first: %w", err)
	}
	return nil
}

// fields returns pointers to the fields of a struct.
func fields(v reflect.Value) []any {
	list := make([]any, v.NumField())
	for i := range list {
		list[i] = v.Field(i).Addr().Interface()
	}
	return list
}
