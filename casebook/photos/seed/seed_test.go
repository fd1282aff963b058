package seed_test

import (
	"bytes"
	"image"
	"testing"

	"github.com/wring-go/wring/casebook/photos/seed"
)

// TestPictures has pictures that can be decoded, of tens of kilobytes, and no two
// alike.
func TestPictures(t *testing.T) {
	picture, again := seed.Gallery(), seed.Gallery()
	seen := map[string]int{}
	many := 70
	if testing.Short() {
		many = 5
	}
	for n := range many {
		p := picture(n)
		_, kind, err := image.Decode(bytes.NewReader(p.Bytes))
		if err != nil || "image/"+kind != p.Kind || p.Kind != seed.KindOf(n) {
			t.Errorf("picture %d: %s, %v; want %s", n, kind, err, p.Kind)
		}
		if len(p.Bytes) < 10_000 || len(p.Bytes) > 100_000 {
			t.Errorf("picture %d has %d bytes", n, len(p.Bytes))
		}
		if other, ok := seen[string(p.Bytes)]; ok {
			t.Errorf("pictures %d and %d are alike", n, other)
		}
		seen[string(p.Bytes)] = n
		if !bytes.Equal(again(n).Bytes, p.Bytes) {
			t.Errorf("picture %d is another the second time", n)
		}
	}
}

// TestRows has the same rows again, and no row that refers to nothing.
func TestRows(t *testing.T) {
	d := seed.New(0.01)
	for n := 1; n <= d.Comments; n++ {
		c := d.Comment(n)
		if c.Post < 1 || c.Post > d.Posts || c.User < 1 || c.User > d.Users {
			t.Fatalf("comment %d is %+v of %+v", n, c, d)
		}
		if c != d.Comment(n) || !c.At.After(d.Post(c.Post).At) {
			t.Fatalf("comment %d is %+v", n, c)
		}
	}
	names := map[string]bool{}
	for n := 1; n <= 1000; n++ {
		names[d.User(n).Name] = true
	}
	if len(names) != 1000 {
		t.Errorf("%d names of 1000 users", len(names))
	}
}
