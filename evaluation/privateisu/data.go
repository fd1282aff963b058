package main

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// tables are those that the service expects, with no index beyond the keys.
var tables = []string{`CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY,
	account_name VARCHAR(64) NOT NULL UNIQUE, passhash VARCHAR(128) NOT NULL,
	authority TINYINT NOT NULL DEFAULT 0, del_flg TINYINT NOT NULL DEFAULT 0,
	created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP) DEFAULT CHARSET utf8mb4`,
	`CREATE TABLE posts (id INT AUTO_INCREMENT PRIMARY KEY, user_id INT NOT NULL,
	mime VARCHAR(64) NOT NULL, imgdata MEDIUMBLOB NOT NULL, body TEXT NOT NULL,
	created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP) DEFAULT CHARSET utf8mb4`,
	`CREATE TABLE comments (id INT AUTO_INCREMENT PRIMARY KEY, post_id INT NOT NULL,
	user_id INT NOT NULL, comment TEXT NOT NULL,
	created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP) DEFAULT CHARSET utf8mb4`}

// fill makes a database with the users, ten posts and a hundred comments for each.
func (p *photos) fill(ctx context.Context) error {
	if err := p.connect(ctx); err != nil {
		return err
	}
	for _, table := range tables {
		if _, err := p.db.ExecContext(ctx, table); err != nil {
			return err
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	posts, comments := 10*p.users, 100*p.users
	if err := p.insert(ctx, "users (account_name, passhash, created_at)", p.users,
		func(n int) []any {
			return []any{account(n), passhash(n), begin.Add(time.Duration(n) * time.Second)}
		}); err != nil {
		return err
	}
	if err := p.insert(ctx, "posts (user_id, mime, imgdata, body, created_at)", posts,
		func(n int) []any {
			picture := make([]byte, 20_000+r.IntN(40_000))
			for i := range picture {
				picture[i] = byte(r.Uint32())
			}
			return []any{1 + r.IntN(p.users), "image/jpeg", picture,
				strings.Repeat("words of a post ", 1+r.IntN(10)),
				begin.Add(time.Duration(n) * time.Minute)}
		}); err != nil {
		return err
	}
	return p.insert(ctx, "comments (post_id, user_id, comment, created_at)", comments,
		func(n int) []any {
			return []any{1 + r.IntN(posts), 1 + r.IntN(p.users),
				strings.Repeat("a comment ", 1+r.IntN(5)),
				begin.Add(time.Duration(n) * time.Second)}
		})
}

// insert adds n rows, a hundred at a time.
func (p *photos) insert(ctx context.Context, into string, n int, row func(int) []any) error {
	for first := 0; first < n; first += 100 {
		var values []any
		rows := 0
		for ; rows < 100 && first+rows < n; rows++ {
			values = append(values, row(first+rows)...)
		}
		one := "(" + strings.Repeat("?, ", len(values)/rows-1) + "?)"
		statement := "INSERT INTO " + into + " VALUES " + strings.Repeat(one+", ", rows-1) + one
		if _, err := p.db.ExecContext(ctx, statement, values...); err != nil {
			return err
		}
	}
	return nil
}

func account(n int) string { return fmt.Sprintf("user%d", n) }

func password(n int) string { return account(n) + account(n) }

// passhash is what the service keeps of a password, as openssl makes it.
func passhash(n int) string { return digest(password(n) + ":" + digest(account(n))) }

func digest(s string) string {
	sum := sha512.Sum512([]byte(s))
	return hex.EncodeToString(sum[:])
}
