package visit

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"time"
)

// Ledger is what the visits have written. A change is begun before its request
// is sent and settled when it has been answered: between the two, a page may
// show it or not. What a page has to show is what was settled at the mark that
// was set before the page was asked for.
type Ledger struct {
	mu       sync.Mutex
	serial   int
	now      mark
	begun    map[string]*written // posts by their text
	settled  []*written          // in the order of their times
	comments map[int64]*added    // by post
	said     map[string]*tally   // comments by user
	banned   map[string]mark     // when the ban was settled; never while it is under way
}

// mark is a place in the order in which things were settled.
type mark int

const never mark = 1 << 60

// written is a post of a visit.
type written struct {
	author, text, tag string // text as a page shows it
	extension         string
	picture           int   // which of the data it is
	id                int64 // 0 until it is settled
	at                time.Time
	settled           mark
}

// tally counts things of one kind.
type tally struct {
	begun   int
	settled []mark
}

// least returns how many were settled at a mark.
func (t *tally) least(m mark) int {
	n, _ := slices.BinarySearch(t.settled, m+1)
	return n
}

// added is what the visits have said about a post.
type added struct {
	tally
	texts map[string]string // authors by the text, of all that was begun
}

// NewLedger returns an empty ledger. Its serial numbers begin at a number, so that
// several ledgers for one database can be kept apart.
func NewLedger(serial int) *Ledger {
	return &Ledger{serial: serial, begun: make(map[string]*written),
		comments: make(map[int64]*added), said: make(map[string]*tally),
		banned: make(map[string]mark)}
}

// next returns a word that no visitor has written yet.
func (l *Ledger) next() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.serial++
	return fmt.Sprintf("n%07d", l.serial)
}

// mark returns the mark of this moment.
func (l *Ledger) mark() mark {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

func (l *Ledger) settle() mark {
	l.now++
	return l.now
}

// beginPost notes a post that is about to be sent.
func (l *Ledger) beginPost(w *written) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w.settled = never
	l.begun[w.text] = w
}

// settlePost notes that a post was answered and when, by its page, it was made.
func (l *Ledger) settlePost(w *written, id int64, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w.id, w.at, w.settled = id, at, l.settle()
	i, _ := slices.BinarySearchFunc(l.settled, w,
		func(a, b *written) int { return a.at.Compare(b.at) })
	l.settled = slices.Insert(l.settled, i, w)
}

// find returns the post with a text that a visit has written, begun or settled.
func (l *Ledger) find(text string) (written, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w, ok := l.begun[text]
	if !ok {
		return written{}, false
	}
	return *w, true
}

// recent returns the newest n posts that have to be on a page that was asked for
// at a mark: those of users whose ban has not begun. A tag of "" means any.
func (l *Ledger) recent(m mark, tag string, n int) []written {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []written
	for i := len(l.settled) - 1; i >= 0 && len(all) < n; i-- {
		w := l.settled[i]
		_, banned := l.banned[w.author]
		if !banned && w.settled <= m && (tag == "" || w.tag == tag) {
			all = append(all, *w)
		}
	}
	return all
}

// beginBan notes that the ban of a user is about to be sent.
func (l *Ledger) beginBan(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.banned[name] = never
}

// settleBan notes that it was answered.
func (l *Ledger) settleBan(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.banned[name] = l.settle()
}

// gone reports whether a user must not be seen on a page that was asked for at a
// mark.
func (l *Ledger) gone(m mark, name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, ok := l.banned[name]
	return ok && at <= m
}

// beginComment notes a comment that is about to be sent.
func (l *Ledger) beginComment(id int64, author, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.comments[id]
	if a == nil {
		a = &added{texts: make(map[string]string)}
		l.comments[id] = a
	}
	a.begun++
	a.texts[text] = author
	l.user(author).begun++
}

// settleComment notes that it was answered.
func (l *Ledger) settleComment(id int64, author string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	m, a, u := l.settle(), l.comments[id], l.user(author)
	a.settled, u.settled = append(a.settled, m), append(u.settled, m)
}

func (l *Ledger) user(name string) *tally {
	t := l.said[name]
	if t == nil {
		t = new(tally)
		l.said[name] = t
	}
	return t
}

// added returns between which numbers the count of comments is that visits have
// added to a post.
func (l *Ledger) added(m mark, id int64) (least, most int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a := l.comments[id]; a != nil {
		return a.least(m), a.begun
	}
	return 0, 0
}

// leaving returns how many of the comments on a post are of users whose ban has
// begun and was not settled at a mark: a page may show them or not.
func (l *Ledger) leaving(m mark, id int64) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	if a := l.comments[id]; a != nil {
		for _, author := range a.texts {
			if at, ok := l.banned[author]; ok && at > m {
				n++
			}
		}
	}
	return n
}

// saidBy returns between which numbers the count of comments is that visits have
// made in a name.
func (l *Ledger) saidBy(m mark, name string) (least, most int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.user(name)
	return t.least(m), t.begun
}

// authorOf returns who said something about a post.
func (l *Ledger) authorOf(id int64, text string) (string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a := l.comments[id]; a != nil {
		name, ok := a.texts[text]
		return name, ok
	}
	return "", false
}

// Settled returns how many changes have been answered.
func (l *Ledger) Settled() int { return int(l.mark()) }

// all returns the posts that have to be there, and the numbers of the posts that
// visits have commented on.
func (l *Ledger) all(m mark) (posts []written, commented []int64) {
	posts = l.recent(m, "", math.MaxInt)
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range l.comments {
		commented = append(commented, id)
	}
	return posts, commented
}
