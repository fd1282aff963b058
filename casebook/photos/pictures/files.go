package pictures

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/wring-go/wring/casebook/photos/store"
)

// Files keeps each picture in a file of its own. Those that are in the database
// are written out once, by Export, and stay there, too.
type Files struct {
	dir      string
	database InDatabase
}

// NewFiles returns pictures in a folder, which it makes. It removes the files of a
// process that ended while it received them.
func NewFiles(dir string, db *sql.DB) (Files, error) {
	left, err := filepath.Glob(filepath.Join(dir, newName))
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
	}
	return Files{dir, InDatabase{db}}, errors.Join(err, os.MkdirAll(dir, 0o777))
}

// newName is the pattern of the names that pictures have without a number.
const newName = "new-*"

func (s Files) path(id int64, kind string) string {
	return filepath.Join(s.dir, strconv.FormatInt(id, 10)+"."+Extensions()[kind])
}

// Receive copies the picture into a file without a number yet.
func (s Files) Receive(r io.Reader, kind string) (store.Picture, error) {
	f, err := os.CreateTemp(s.dir, newName)
	if err != nil {
		return nil, err
	}
	n, err := io.Copy(f, io.LimitReader(r, MaxSize+1))
	if err == nil && n > MaxSize {
		err = ErrSize
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return nil, err
	}
	return &newFile{f.Name(), kind, s}, nil
}

// newFile is a picture whose post has no number yet.
type newFile struct {
	path, kind string
	files      Files
}

// Column returns nothing: the picture is not in the database.
func (f *newFile) Column() []byte { return []byte{} }

// Keep gives the file the name by which it is found. The post is committed after
// that, so that there is no post without its picture, whenever the process ends.
func (f *newFile) Keep(id int64) error { return os.Rename(f.path, f.files.path(id, f.kind)) }

// Close removes the file if it was not kept.
func (f *newFile) Close() error {
	if err := os.Remove(f.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Open opens the file.
func (s Files) Open(_ context.Context, id int64, kind string) (File, bool, error) {
	f, err := os.Open(s.path(id, kind))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return f, true, nil
}

// Export writes those pictures of the database to files that are not there. It is
// called before the service answers.
func (s Files) Export(ctx context.Context) error {
	rows, err := s.database.DB.QueryContext(ctx,
		"SELECT id, kind FROM posts WHERE picture <> ''")
	if err != nil {
		return err
	}
	defer rows.Close()
	type key struct {
		id   int64
		kind string
	}
	var missing []key
	for rows.Next() {
		var k key
		if err := rows.Scan(&k.id, &k.kind); err != nil {
			return err
		}
		if _, err := os.Stat(s.path(k.id, k.kind)); err != nil {
			missing = append(missing, k)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, k := range missing {
		if err := s.export(ctx, k.id, k.kind); err != nil {
			return fmt.Errorf("picture %d: %w", k.id, err)
		}
	}
	return nil
}

func (s Files) export(ctx context.Context, id int64, kind string) error {
	data, _, err := s.database.read(ctx, id, kind)
	if err != nil {
		return err
	}
	file, err := s.Receive(bytes.NewReader(data), kind)
	if err != nil {
		return err
	}
	return errors.Join(file.Keep(id), file.Close())
}
