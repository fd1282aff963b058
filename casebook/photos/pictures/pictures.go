// Package pictures keeps the pictures of posts: in the database, or as files.
package pictures

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"

	"github.com/wring-go/wring/casebook/photos/store"
)

// MaxSize is how many bytes a picture may have.
const MaxSize = 5 << 20

// ErrKind refuses what is no picture, and ErrSize what is too large.
var (
	ErrKind = errors.New("this is no JPEG, PNG or GIF picture")
	ErrSize = errors.New("this picture has more than 5 MB")
)

// File is a picture that can be read.
type File interface {
	io.ReadSeekCloser
}

// Store keeps pictures.
type Store interface {
	// Receive reads a picture that is to be kept with a post. Whoever gets it
	// closes it, whether it was kept or not.
	Receive(r io.Reader, kind string) (store.Picture, error)

	// Open returns the picture of a post, and whether there is one of this kind.
	Open(ctx context.Context, id int64, kind string) (File, bool, error)
}

// Extensions are what stands behind the dot, by kind.
func Extensions() map[string]string {
	return map[string]string{"image/jpeg": "jpg", "image/png": "png", "image/gif": "gif"}
}

// Kind returns the kind of an extension.
func Kind(extension string) (string, bool) {
	switch extension {
	case "jpg":
		return "image/jpeg", true
	case "png":
		return "image/png", true
	case "gif":
		return "image/gif", true
	}
	return "", false
}

// InDatabase keeps pictures in a column of the table of posts.
type InDatabase struct{ DB *sql.DB }

// Receive reads the picture into memory.
func (s InDatabase) Receive(r io.Reader, _ string) (store.Picture, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxSize {
		return nil, ErrSize
	}
	return column(data), nil
}

// column is a picture that goes into the column.
type column []byte

// Column returns all of the picture.
func (c column) Column() []byte { return c }

// Keep has nothing left to keep.
func (c column) Keep(int64) error { return nil }

// Close has nothing to give back.
func (c column) Close() error { return nil }

// Open reads the picture from the database.
func (s InDatabase) Open(ctx context.Context, id int64, kind string) (File, bool, error) {
	data, ok, err := s.read(ctx, id, kind)
	return inMemory{bytes.NewReader(data)}, ok, err
}

func (s InDatabase) read(ctx context.Context, id int64, kind string) ([]byte, bool, error) {
	var data []byte
	err := s.DB.QueryRowContext(ctx, "SELECT picture FROM posts WHERE id = ? AND kind = ?", id,
		kind).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	return data, err == nil, err
}

// inMemory is bytes as a File.
type inMemory struct{ *bytes.Reader }

// Close has nothing to close.
func (inMemory) Close() error { return nil }
