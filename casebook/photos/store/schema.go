package store

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"strings"
)

//go:embed schema.sql
var schema string

// CreateTables makes the tables that are not there.
func CreateTables(ctx context.Context, db *sql.DB) error {
	for statement := range strings.SplitSeq(schema, ";") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("creating the tables: %w", err)
		}
	}
	return nil
}

// index is one that the step of this name adds.
type index struct{ table, name, columns string }

func indexes() []index {
	return []index{
		{"posts", "posts_newest", "created_at, id"},
		{"posts", "posts_of_user", "user_id, created_at, id"},
		{"comments", "comments_of_post", "post_id, created_at, id"},
		{"comments", "comments_of_user", "user_id"},
		{"tags", "tags_of_posts", "tag, post_id"},
		{"sessions", "sessions_of_user", "user_id"},
	}
}

// SetIndexes adds the indexes beyond the keys, or drops them.
func SetIndexes(ctx context.Context, db *sql.DB, wanted bool) error {
	for _, x := range indexes() {
		statement := fmt.Sprintf("DROP INDEX IF EXISTS %s ON %s", x.name, x.table)
		if wanted {
			statement = fmt.Sprintf("CREATE INDEX IF NOT EXISTS %s ON %s (%s)", x.name, x.table,
				x.columns)
		}
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("index %s: %w", x.name, err)
		}
	}
	return nil
}
