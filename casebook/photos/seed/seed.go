// Package seed makes the data that the photo service begins with. Everything
// follows from a number, so that whoever checks an answer can compute what it
// has to be.
package seed

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Admin is the name of user 1, who may ban.
const Admin = "curator"

// Data says how much there is. Rows have the numbers from 1.
type Data struct {
	Users, Posts, Comments int
}

// New returns data of a size: 1 is 1,000 users, 10,000 posts and 100,000
// comments.
func New(scale float64) Data {
	n := func(full int, least int) int { return max(int(float64(full)*scale), least) }
	return Data{Users: n(1000, 10), Posts: n(10_000, 60), Comments: n(100_000, 300)}
}

// User is a registered user.
type User struct {
	Name, Password string
	Admin          bool
	At             time.Time
}

// Post is a post. Its picture is that of Picture.
type Post struct {
	User int
	Text string
	At   time.Time
}

// Comment is a comment on a post.
type Comment struct {
	Post, User int
	Text       string
	At         time.Time
}

// epoch is when the first user registered: long ago on any machine, so that what
// is posted in a test is newer.
func epoch() time.Time { return time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) }

// kinds of rows, which draw from different sequences.
const (
	users = iota
	posts
	comments
	pictures
)

func source(kind, n int) *rand.Rand { return rand.New(rand.NewPCG(uint64(kind), uint64(n))) }

// User returns user n.
func (d Data) User(n int) User {
	if n == 1 {
		return User{Name: Admin, Password: "open sesame", Admin: true, At: epoch()}
	}
	rng := source(users, n)
	return User{Name: fmt.Sprintf("%s%s%d", pick(rng, syllables()), pick(rng, syllables()), n),
		Password: fmt.Sprintf("pass-%d", rng.IntN(1e9)), At: epoch().Add(seconds(n))}
}

// Post returns post n.
func (d Data) Post(n int) Post {
	rng := source(posts, n)
	return Post{User: 1 + rng.IntN(d.Users), Text: Sentence(rng, 6+rng.IntN(20), rng.IntN(3)),
		At: epoch().Add(time.Hour + minutes(n))}
}

// Comment returns comment n. All comments came after all posts.
func (d Data) Comment(n int) Comment {
	rng := source(comments, n)
	return Comment{Post: 1 + rng.IntN(d.Posts), User: 1 + rng.IntN(d.Users),
		Text: Sentence(rng, 3+rng.IntN(12), 0),
		At:   epoch().Add(2*time.Hour + minutes(d.Posts) + seconds(n))}
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

func minutes(n int) time.Duration { return time.Duration(n) * time.Minute }

// Tags returns all tags of the data.
func Tags() []string {
	return strings.Fields(`sea sky snow city night dog cat bird tree food coffee bike train river
		bridge door light shadow red blue green portrait street travel`)
}

func syllables() []string {
	return strings.Fields("ka ri mo ne su ta vel dor lin mar pol gan fei bru zo hi")
}

func words() []string {
	return strings.Fields(`the a of light through window morning late walk slowly near old
		house where we met again after rain fog over hills quiet market & people <smiling> "again"
		it's film lens
		grain almost sharp evening colors too bright for my camera but still worth keeping`)
}

func pick(rng *rand.Rand, from []string) string { return from[rng.IntN(len(from))] }

// Sentence returns text of so many words, followed by so many tags.
func Sentence(rng *rand.Rand, length, tags int) string {
	var b strings.Builder
	all, marks := words(), Tags()
	for range length {
		b.WriteString(pick(rng, all))
		b.WriteByte(' ')
	}
	for range tags {
		b.WriteString("#" + pick(rng, marks) + " ")
	}
	return strings.TrimSpace(b.String())
}
