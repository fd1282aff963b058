package stage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/wring-go/wring/casebook/photos/pictures"
)

// Check checks what has to hold in the data, whatever befell the service. Files is
// the folder of pictures that are files.
func Check(ctx context.Context, db *sql.DB, files string) error {
	var all []error
	for _, rule := range []struct{ what, count string }{
		{"posts without an author",
			"SELECT COUNT(*) FROM posts WHERE user_id NOT IN (SELECT id FROM users)"},
		{"comments without an author",
			"SELECT COUNT(*) FROM comments WHERE user_id NOT IN (SELECT id FROM users)"},
		{"comments without a post",
			"SELECT COUNT(*) FROM comments WHERE post_id NOT IN (SELECT id FROM posts)"},
		{"tags without a post",
			"SELECT COUNT(*) FROM tags WHERE post_id NOT IN (SELECT id FROM posts)"},
		{"tags that are there twice", "SELECT COUNT(*) FROM (SELECT 1 FROM tags " +
			"GROUP BY post_id, tag HAVING COUNT(*) > 1) twice"},
		{"posts without text", "SELECT COUNT(*) FROM posts WHERE body = ''"},
		{"sessions without a user",
			"SELECT COUNT(*) FROM sessions WHERE user_id NOT IN (SELECT id FROM users)"},
		{"administrators that are banned", "SELECT COUNT(*) FROM users WHERE admin AND banned"},
	} {
		var n int
		if err := db.QueryRowContext(ctx, rule.count).Scan(&n); err != nil {
			return fmt.Errorf("checking for %s: %w", rule.what, err)
		}
		if n > 0 {
			all = append(all, fmt.Errorf("the database has %d %s", n, rule.what))
		}
	}
	return errors.Join(append(all, checkPictures(ctx, db, files))...)
}

// checkPictures checks that each post has its picture, in the database or as a
// file.
func checkPictures(ctx context.Context, db *sql.DB, files string) error {
	rows, err := db.QueryContext(ctx, "SELECT id, kind FROM posts WHERE picture = ''")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var kind string
		if err := rows.Scan(&id, &kind); err != nil {
			return err
		}
		path := filepath.Join(files, fmt.Sprintf("%d.%s", id, pictures.Extensions()[kind]))
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			return fmt.Errorf("post %d has no picture, neither in the database nor as %s", id, path)
		}
	}
	return rows.Err()
}
