// Package runeclass has texts that are cleaned and divided by expressions of characters, in
// which broken UTF-8, cases, empty results and words that name groups matter.
package runeclass

import "regexp"

var (
	nonWord = regexp.MustCompile(`[^A-Za-z0-9_]+`)
	single  = regexp.MustCompile(`[^a-z]`)
	folded  = regexp.MustCompile(`(?i)s`)
	space   = regexp.MustCompile(`\s+`)
	ends    = regexp.MustCompile(`^[-_]+|[-_]+$`)
	prefix  = regexp.MustCompile(`^www\.`)
	comma   = regexp.MustCompile(`,`)
	number  = regexp.MustCompile(`[0-9]+`)
	twoSet  = regexp.MustCompile(`[ab]`)
)

// Slug keeps words, and one line between them.
func Slug(s string) string { return nonWord.ReplaceAllString(s, "-") }

// Strip counts a byte that is no UTF-8 as a character.
func Strip(s string) string { return single.ReplaceAllString(s, "*") }

// Fold has more than two cases.
func Fold(s string) string { return folded.ReplaceAllLiteralString(s, "$0") }

// Template has words that may name a group.
func Template(s, words string) string { return twoSet.ReplaceAllString(s, words) }

// Bytes returns a copy, nil for an empty one.
func Bytes(b []byte) []byte { return space.ReplaceAll(b, nil) }

// Fields knows no empty text, and not that blanks at the ends are none.
func Fields(s string, n int) []string { return space.Split(s, n) }

// Commas divides at a literal text.
func Commas(s string, n int) []string { return comma.Split(s, n) }

// Numbers is nil where there is none.
func Numbers(s string, n int) []string { return number.FindAllString(s, n) }

// Trim takes from both ends.
func Trim(s string) string { return ends.ReplaceAllString(s, "") }

// Host takes a text away once.
func Host(s string) string { return prefix.ReplaceAllString(s, "") }
