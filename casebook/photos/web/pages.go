package web

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/wring-go/wring/casebook/photos/store"
	"github.com/wring-go/wring/kit/coalesce"
)

// Key names the part of a page that holds posts. It is the same for all who look,
// but for whether they may write.
type Key struct {
	Query store.Query
	User  string // whose page it is; "" if it is no user's
	Post  int64  // the only post of the page; 0 if it has many
	Reply bool   // whether the viewer may write
}

// Body is such a part, ready to be put into a page. It must not be changed.
type Body struct {
	Title string
	HTML  []byte
	Found bool // whether there is such a page
}

// Render makes a body.
type Render func(ctx context.Context, key Key) (Body, error)

// Pages makes bodies, or has them already.
type Pages interface {
	// Body returns a body that holds everything that was there when it was
	// called.
	Body(ctx context.Context, key Key) (Body, error)

	// Changed says that something is different now. It is called after the
	// change and before whoever asked for it has an answer, also if it is not
	// known whether the change was made.
	Changed()
}

// FreshPages renders each body anew.
type FreshPages struct{ Render Render }

// Body renders a body.
func (p FreshPages) Body(ctx context.Context, key Key) (Body, error) { return p.Render(ctx, key) }

// Changed has nothing to forget.
func (p FreshPages) Changed() {}

// KeptPages keeps bodies until something changes. Those who ask for one that has
// to be rendered anew share a rendering that begins after they asked.
type KeptPages struct {
	version atomic.Uint64 // how often something has changed
	group   *coalesce.Group[Key, Body]

	mu   sync.RWMutex
	kept map[Key]keptBody
}

type keptBody struct {
	body    Body
	version uint64 // read before the rendering began
}

// maxKept is how many bodies are kept.
const maxKept = 2000

// NewKeptPages returns pages that are rendered by render.
func NewKeptPages(render Render) *KeptPages {
	p := &KeptPages{kept: make(map[Key]keptBody)}
	p.group = coalesce.NewGroup(func(ctx context.Context, key Key) (Body, error) {
		version := p.version.Load()
		body, err := render(ctx, key)
		if err == nil && body.Found {
			p.keep(key, keptBody{body, version})
		}
		return body, err
	})
	return p
}

// Body returns a body that is kept, if nothing has changed since it was begun.
func (p *KeptPages) Body(ctx context.Context, key Key) (Body, error) {
	p.mu.RLock()
	kept, ok := p.kept[key]
	p.mu.RUnlock()
	if ok && kept.version == p.version.Load() {
		return kept.body, nil
	}
	return p.group.Get(ctx, key)
}

func (p *KeptPages) keep(key Key, b keptBody) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.kept) >= maxKept {
		clear(p.kept)
	}
	p.kept[key] = b
}

// Changed makes all that is kept too old.
func (p *KeptPages) Changed() { p.version.Add(1) }
