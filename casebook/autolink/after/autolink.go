// Package autolink links keywords with kit/linkify: one pass, no marks, and
// keywords that come or go one at a time.
package autolink

import "github.com/wring-go/wring/kit/linkify"

// New returns a linker for keywords and their URLs.
func New(links map[string]string) (*linkify.Linker, error) { return linkify.New(links) }

// HTML appends text as HTML with the keywords as links.
func HTML(dst []byte, l *linkify.Linker, text string) []byte { return l.Append(dst, text) }
