package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"sync"
	"unsafe"
)

func try(t *truth) {
	c := &counter{}
	t.at("c.mu", unsafe.Pointer(&c.mu), 2)
	work := func() {
		if !c.mu.TryLock() {
			forever(1)
			return
		}
		defer c.mu.Unlock()
		forever(0)
	}
	go func() { t.me("c.mu"); work() }()
	soon()
	go work()
	go c.add(1)
	go c.add(2)
}

func (c *counter) grab() bool {
	if !c.mu.TryLock() {
		return false
	}
	c.n++
	return true
}

func tryHelper(t *truth) {
	c := &counter{}
	t.at("c.mu", unsafe.Pointer(&c.mu), 1)
	work := func(hold bool) {
		if c.grab() {
			defer c.mu.Unlock()
			forever(2)
		}
		forever(1)
	}
	go func() { t.me("c.mu"); work(true) }()
	soon()
	go work(false)
	go c.add(2)
}

func (a *account) transfer(n int, how int) bool {
	a.mu.Lock()
	if n > a.balance {
		a.mu.Unlock()
		forever(how)
		return false
	}
	a.balance -= n
	forever(how)
	a.mu.Unlock()
	return true
}

func earlyUnlock(t *truth) {
	a := &account{balance: 5}
	t.at("a.mu", unsafe.Pointer(&a.mu), 1)
	go a.transfer(100, 0)
	soon()
	go func() { t.me("a.mu"); a.transfer(1, 0) }()
	soon()
	go a.withdraw(1)
}

func (a *account) maybe(lock bool, how int) {
	if lock {
		a.mu.Lock()
		defer a.mu.Unlock()
	}
	forever(how)
}

func conditional(t *truth) {
	a := &account{}
	t.at("a.mu", unsafe.Pointer(&a.mu), 1)
	go a.maybe(false, 1)
	go func() { t.me("a.mu"); a.maybe(true, 0) }()
	soon()
	go a.withdraw(1)
}

func twoInstances(t *truth) {
	a, b := &account{}, &account{}
	t.at("a.mu", unsafe.Pointer(&a.mu), 2)
	t.at("b.mu", unsafe.Pointer(&b.mu), 1)
	go func() { t.me("a.mu"); a.withdraw(8) }()
	go func() { t.me("b.mu"); b.withdraw(9) }()
	soon()
	go a.withdraw(1)
	go a.withdraw(1)
	go b.withdraw(1)
}

type node struct {
	mu   sync.Mutex
	next *node
	v    int
}

func walk(first *node, last int) {
	n := first
	n.mu.Lock()
	for n.next != nil && n.v < last {
		next := n.next
		next.mu.Lock()
		n.mu.Unlock()
		n = next
	}
	if last < 100 {
		forever(0)
	}
	n.mu.Unlock()
}

func handOverHand(t *truth) {
	var nodes [5]node
	for i := range nodes {
		nodes[i].v = i
		if i > 0 {
			nodes[i-1].next = &nodes[i]
		}
	}
	t.at("3", unsafe.Pointer(&nodes[3].mu), 1)
	t.at("2", unsafe.Pointer(&nodes[2].mu), 1)
	go func() { t.me("3"); walk(&nodes[0], 3) }()
	soon()
	go func() { t.me("2"); walk(&nodes[0], 200) }()
	soon()
	go walk(&nodes[0], 200)
	soon()
	t.at("1", unsafe.Pointer(&nodes[1].mu), 0)
}

func releasedThenBlocks(t *truth) {
	c := &counter{}
	t.at("c.mu", unsafe.Pointer(&c.mu), 1)
	done := func() {
		c.mu.Lock()
		c.n++
		c.mu.Unlock()
		forever(1)
	}
	for range 3 {
		go done()
	}
	soon()
	go func() { t.me("c.mu"); c.slow(0) }()
	soon()
	go c.add(1)
}

type pool struct {
	mu   sync.Mutex
	free int
}

// openLocked gives the lock back while it connects.
func (p *pool) openLocked(how int) {
	p.mu.Unlock()
	forever(how)
	p.mu.Lock()
}

func (p *pool) get(how int, open bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if open {
		p.openLocked(how)
	}
	if how >= 0 {
		forever(how)
	}
	p.free--
}

func calleeReleases(t *truth) {
	p := &pool{}
	t.at("p.mu", unsafe.Pointer(&p.mu), 1)
	go p.get(0, true)
	go p.get(1, true)
	soon()
	go func() { t.me("p.mu"); p.get(0, false) }()
	soon()
	go p.get(-1, false)
}

type queue struct {
	mu    sync.Mutex
	ready *sync.Cond
	items []int
}

func (q *queue) take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.ready.Wait()
	}
	return q.items[0]
}

func (q *queue) fill() {
	q.mu.Lock()
	defer q.mu.Unlock()
	forever(1)
}

func cond(t *truth) {
	q := &queue{}
	q.ready = sync.NewCond(&q.mu)
	t.at("q.mu", unsafe.Pointer(&q.mu), 1)
	go q.take()
	go q.take()
	soon()
	go func() { t.me("q.mu"); q.fill() }()
	soon()
	go q.take()
}

type config struct {
	once sync.Once
	v    int
}

func (c *config) get() int {
	c.once.Do(func() {
		forever(0)
		c.v = 1
	})
	return c.v
}

func once(t *truth) {
	c := &config{}
	t.at("c.once", unsafe.Pointer(&c.once), 2)
	go func() { t.me("c.once"); c.get() }()
	soon()
	go c.get()
	go c.get()
}

// leaked is a lock whose holder forgot it and is gone; another goroutine holds
// another lock of the same type.
func leaked(t *truth) {
	a, b := &account{}, &account{}
	t.at("a.mu", unsafe.Pointer(&a.mu), 1)
	go a.mu.Lock()
	go b.withdraw(8)
	soon()
	go a.withdraw(1)
}

// chain makes n locks, each holder of which waits for the next.
func chain(t *truth, n int) {
	accounts := make([]*account, n)
	for i := range accounts {
		accounts[i] = &account{id: i}
		t.at(string(rune('a'+i)), unsafe.Pointer(&accounts[i].mu), 1)
	}
	for i := n - 1; i >= 0; i-- {
		go func() {
			t.me(string(rune('a' + i)))
			if i == n-1 {
				accounts[i].withdraw(9)
				return
			}
			accounts[i].move(accounts[i+1])
		}()
		soon()
	}
	go accounts[0].withdraw(1)
}

func (a *account) move(to *account) {
	a.mu.Lock()
	defer a.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	to.balance += a.balance
}

func cycle(t *truth, n int) {
	accounts := make([]*account, n)
	for i := range accounts {
		accounts[i] = &account{id: i}
		t.at(string(rune('a'+i)), unsafe.Pointer(&accounts[i].mu), 1)
	}
	for i := range n {
		go func() {
			t.me(string(rune('a' + i)))
			accounts[i].mu.Lock()
			soon()
			soon()
			accounts[(i+1)%n].withdraw(1)
			accounts[i].mu.Unlock()
		}()
	}
	soon()
	soon()
}

type left struct {
	mu sync.Mutex
	r  *right
}

type right struct {
	name string
	mu   sync.RWMutex
	l    *left
}

func (l *left) go1() {
	l.mu.Lock()
	defer l.mu.Unlock()
	soon()
	l.r.go2()
}

func (r *right) go2() {
	r.mu.RLock()
	defer r.mu.RUnlock()
}

func (r *right) go3() {
	r.mu.Lock()
	soon()
	r.l.go1()
	r.mu.Unlock()
}

func cycleTypes(t *truth) {
	l, r := &left{}, &right{}
	l.r, r.l = r, l
	t.at("l", unsafe.Pointer(&l.mu), 1)
	t.at("r", unsafe.Pointer(&r.mu), 1)
	go func() { t.me("l"); l.go1() }()
	go func() { t.me("r"); r.go3() }()
}

func self(t *truth) {
	a := &account{}
	t.at("a.mu", unsafe.Pointer(&a.mu), 1)
	go func() {
		t.me("a.mu")
		a.move(a)
	}()
}

type doc struct {
	title string
	mu    sync.RWMutex
	text  string
}

func (d *doc) view(how int) string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if how >= 0 {
		forever(how)
	}
	return d.text
}

func (d *doc) edit(how int) {
	d.mu.Lock()
	if how >= 0 {
		forever(how)
	}
	d.mu.Unlock()
}

func rwWriter(t *truth) {
	d := &doc{}
	t.at("d.mu", unsafe.Pointer(&d.mu), 3)
	go func() { t.me("d.mu"); d.edit(0) }()
	soon()
	go d.view(-1)
	go d.view(-1)
	go d.edit(-1)
}

func rwReaders(t *truth) {
	d := &doc{}
	t.at("d.mu", unsafe.Pointer(&d.mu), 3)
	go func() { t.me("d.mu"); d.view(1) }()
	soon()
	go d.edit(-1)
	soon()
	go d.view(-1)
	go d.view(-1)
}

func rwReadersOnly(t *truth) {
	d, e := &doc{}, &doc{}
	t.at("d.mu", unsafe.Pointer(&d.mu), 2)
	go e.view(0)
	go func() { t.me("d.mu"); d.edit(1) }()
	soon()
	go d.view(-1)
	go d.view(-1)
}

func rwRecursive(t *truth) {
	d := &doc{}
	t.at("d.mu", unsafe.Pointer(&d.mu), 2)
	go func() {
		t.me("d.mu")
		d.mu.RLock()
		soon()
		soon()
		d.view(-1)
		d.mu.RUnlock()
	}()
	soon()
	go d.edit(-1)
	soon()
}

func rwUpgrade(t *truth) {
	d := &doc{}
	t.at("d.mu", unsafe.Pointer(&d.mu), 1)
	go func() {
		t.me("d.mu")
		d.mu.RLock()
		defer d.mu.RUnlock()
		if d.text == "" {
			d.mu.Lock()
			d.text = "x"
			d.mu.Unlock()
		}
	}()
	soon()
	go d.view(-1)
}

func (c *counter) flush() { forever(1) }

func deferRuns(t *truth) {
	c, d := &counter{}, &counter{}
	t.at("c.mu", unsafe.Pointer(&c.mu), 1)
	t.at("d.mu", unsafe.Pointer(&d.mu), 1)
	go func() { // the lock is given back before the call that was deferred first
		defer c.flush()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.n++
	}()
	go func() { // and here after it
		t.me("d.mu")
		d.mu.Lock()
		defer d.mu.Unlock()
		defer d.flush()
		d.n++
	}()
	soon()
	go func() { t.me("c.mu"); c.slow(0) }()
	soon()
	go c.add(1)
	go d.add(1)
}

func loopAll(t *truth) {
	cells := make([]*cell, 4)
	for i := range cells {
		cells[i] = &cell{}
	}
	t.at("0", unsafe.Pointer(&cells[0].mu), 1)
	t.at("3", unsafe.Pointer(&cells[3].mu), 1)
	go func() {
		t.me("3")
		cells[3].mu.Lock()
		forever(1)
		cells[3].mu.Unlock()
	}()
	soon()
	go func() {
		t.me("0")
		for _, c := range cells {
			c.mu.Lock()
		}
		for _, c := range cells {
			c.mu.Unlock()
		}
	}()
	soon()
	go func() {
		cells[0].mu.Lock()
		cells[0].v++
		cells[0].mu.Unlock()
	}()
}

func methodValue(t *truth) {
	c := &counter{}
	t.at("c.mu", unsafe.Pointer(&c.mu), 2)
	work := func(how int) {
		unlock := c.mu.Unlock
		c.mu.Lock()
		defer unlock()
		if how >= 0 {
			forever(how)
		}
	}
	go func() { t.me("c.mu"); work(0) }()
	soon()
	go work(-1)
	go work(-1)
}

type server struct {
	addr  string
	stats struct {
		requests int
		mu       sync.Mutex
	}
	docs map[string]doc
}

func (s *server) hit(how int) {
	s.stats.mu.Lock()
	s.stats.requests++
	if how >= 0 {
		forever(how)
	}
	s.stats.mu.Unlock()
}

func valueInStruct(t *truth) {
	s := &server{}
	t.at("s.stats.mu", unsafe.Pointer(&s.stats.mu), 2)
	go func() { t.me("s.stats.mu"); s.hit(0) }()
	soon()
	go s.hit(-1)
	go s.hit(-1)
}

// transfer holds two locks at once, and waits for neither.
func transfer(t *truth) {
	a, b := &account{}, &account{}
	t.at("a.mu", unsafe.Pointer(&a.mu), 1)
	t.at("b.mu", unsafe.Pointer(&b.mu), 1)
	go func() {
		t.me("a.mu")
		t.me("b.mu")
		a.mu.Lock()
		b.mu.Lock()
		a.balance, b.balance = b.balance, a.balance
		a.check(1)
		b.mu.Unlock()
		a.mu.Unlock()
	}()
	soon()
	go a.withdraw(1)
	go b.withdraw(1)
}

func manyReaders(t *truth) {
	d := &doc{}
	t.at("d.mu", unsafe.Pointer(&d.mu), 2)
	for i := range 5 {
		go func() { t.me("d.mu"); d.view(i) }()
	}
	soon()
	go d.edit(-1)
	soon()
	go d.view(-1)
}

// wide has many goroutines and objects, and one lock that matters.
func wide(t *truth) {
	docs := make([]*doc, 50)
	for i := range docs {
		docs[i] = &doc{}
		if i != 7 {
			go docs[i].view(i)
			go docs[i].edit(i)
		}
	}
	t.at("7", unsafe.Pointer(&docs[7].mu), 20)
	go func() { t.me("7"); docs[7].edit(0) }()
	soon()
	for range 20 {
		go docs[7].view(-1)
	}
	for i := range docs {
		t.mu.Lock()
		delete(t.Locks, "others")
		t.mu.Unlock()
		_ = i
	}
}

func goroutineLiteral(t *truth) {
	type state struct {
		mu sync.Mutex
		m  map[int]int
	}
	s := &state{m: map[int]int{}}
	t.at("s.mu", unsafe.Pointer(&s.mu), 3)
	for i := range 4 {
		go func(i int) {
			if i == 0 {
				t.me("s.mu")
			} else {
				soon()
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			s.m[i]++
			if i == 0 {
				forever(i)
			}
		}(i)
	}
	soon()
}

func (d *doc) serve(kind string, how int) {
	switch kind {
	case "view":
		d.mu.RLock()
		defer d.mu.RUnlock()
		forever(how)
	case "edit":
		d.mu.Lock()
		forever(how)
		d.mu.Unlock()
	default:
		forever(how)
	}
}

func switchWays(t *truth) {
	d := &doc{}
	t.at("d.mu", unsafe.Pointer(&d.mu), 1)
	go d.serve("none", 0)
	go func() { t.me("d.mu"); d.serve("edit", 1) }()
	soon()
	go d.serve("view", 0)
}

func panicking(t *truth) {
	c := &counter{}
	t.at("c.mu", unsafe.Pointer(&c.mu), 1)
	go func() {
		t.me("c.mu")
		c.mu.Lock()
		defer c.mu.Unlock()
		defer func() {
			recover()
			forever(0)
		}()
		panic("x")
	}()
	soon()
	go c.add(1)
}

// stuckDriver prepares forever once, as a server that does not answer.
type stuckDriver struct{ t *truth }

func (d stuckDriver) Open(string) (driver.Conn, error) { return &stuckConn{d.t}, nil }

type stuckConn struct{ t *truth }

func (c *stuckConn) Prepare(q string) (driver.Stmt, error) { return &stuckStmt{}, nil }
func (c *stuckConn) Close() error                          { return nil }
func (c *stuckConn) Begin() (driver.Tx, error)             { return nil, driver.ErrSkip }

type stuckStmt struct{}

func (s *stuckStmt) Close() error  { forever(0); return nil }
func (s *stuckStmt) NumInput() int { return 0 }
func (s *stuckStmt) Exec([]driver.Value) (driver.Result, error) {
	return driver.RowsAffected(1), nil
}
func (s *stuckStmt) Query([]driver.Value) (driver.Rows, error) { return nil, driver.ErrSkip }

// sqlStmt closes a prepared statement whose driver hangs: the connection's lock
// is held, and the next user of the only connection waits for it.
func sqlStmt(t *truth) {
	sql.Register("stuck", stuckDriver{t})
	db, err := sql.Open("stuck", "")
	if err != nil {
		panic(err)
	}
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(context.Background())
	if err != nil {
		panic(err)
	}
	stmt, err := conn.PrepareContext(context.Background(), "x")
	if err != nil {
		panic(err)
	}
	t.at("dc", nil, 1)
	go func() { t.me("dc"); stmt.Close() }()
	soon()
	go conn.ExecContext(context.Background(), "y")
}
