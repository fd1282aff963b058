package main

import (
	"sync"
	"unsafe"

	"example.com/dep"
	"example.com/truth/shard"
)

func scenes() map[string]func(*truth) {
	return map[string]func(*truth){
		"plain": plain, "deferred": deferred, "global": global, "global-struct": globalStruct,
		"embedded": embedded, "embedded-deep": embeddedDeep, "generic": generic,
		"generic-shards": genericShards, "closure": closure, "closure-of-many": closureOfMany,
		"slice": slice, "map-of-locks": mapOfLocks, "array-of-mutex": arrayOfMutex,
		"pointer-mutex": pointerMutex, "locker": locker, "interface": iface,
		"parameter": parameter, "helper": helper, "helper-closure": helperClosure,
		"callback": callback, "dependency": dependency, "dependency-embedded": depEmbedded,
		"dependency-read": depRead, "try": try, "try-helper": tryHelper,
		"early-unlock": earlyUnlock, "conditional": conditional, "two-instances": twoInstances,
		"hand-over-hand": handOverHand, "released-then-blocks": releasedThenBlocks,
		"callee-releases": calleeReleases, "cond": cond, "once": once, "leaked": leaked,
		"chain-2": func(t *truth) { chain(t, 2) }, "chain-3": func(t *truth) { chain(t, 3) },
		"chain-4": func(t *truth) { chain(t, 4) }, "chain-5": func(t *truth) { chain(t, 5) },
		"cycle-2": func(t *truth) { cycle(t, 2) }, "cycle-3": func(t *truth) { cycle(t, 3) },
		"self": self, "rw-writer": rwWriter, "rw-readers": rwReaders,
		"rw-readers-only-wait": rwReadersOnly, "rw-recursive": rwRecursive,
		"rw-upgrade": rwUpgrade, "defer-runs": deferRuns, "loop-all": loopAll,
		"method-value": methodValue, "value-in-struct": valueInStruct,
		"transfer": transfer, "many-readers": manyReaders, "wide": wide,
		"cycle-types": cycleTypes, "sql-stmt": sqlStmt, "goroutine-literal": goroutineLiteral,
		"switch-ways": switchWays, "panicking": panicking,
	}
}

type counter struct {
	name string
	mu   sync.Mutex
	n    int
}

//go:noinline
func (c *counter) slow(how int) {
	c.mu.Lock()
	c.n++
	forever(how)
	c.mu.Unlock()
}

func (c *counter) add(n int) {
	c.mu.Lock()
	c.n += n
	c.mu.Unlock()
}

func plain(t *truth) {
	c := &counter{}
	t.at("c.mu", unsafe.Pointer(&c.mu), 3)
	go func() { t.me("c.mu"); c.slow(0) }()
	soon()
	for range 3 {
		go c.add(1)
	}
}

type account struct {
	id      int
	owner   string
	mu      sync.Mutex
	balance int
}

func (a *account) withdraw(n int) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	if n > 5 {
		return a.check(n)
	}
	a.balance -= n
	return a.balance
}

func (a *account) check(n int) int {
	forever(n)
	return n
}

func deferred(t *truth) {
	a := &account{}
	t.at("a.mu", unsafe.Pointer(&a.mu), 4)
	go func() { t.me("a.mu"); a.withdraw(9) }()
	soon()
	for range 4 {
		go a.withdraw(1)
	}
}

var (
	tableMu sync.Mutex
	table   = map[string]int{}
)

func store(key string) {
	tableMu.Lock()
	defer tableMu.Unlock()
	table[key]++
	if key == "slow" {
		forever(2)
	}
}

func global(t *truth) {
	t.at("tableMu", unsafe.Pointer(&tableMu), 3)
	go func() { t.me("tableMu"); store("slow") }()
	soon()
	for range 3 {
		go store("fast")
	}
}

var cache = struct {
	hits int
	sync.RWMutex
	m map[string]string
}{m: map[string]string{}}

func fill(key string) {
	cache.Lock()
	cache.m[key] = key
	forever(1)
	cache.Unlock()
}

func look(key string) string {
	cache.RLock()
	v := cache.m[key]
	cache.RUnlock()
	return v
}

func globalStruct(t *truth) {
	t.at("cache", unsafe.Pointer(&cache.RWMutex), 3)
	go func() { t.me("cache"); fill("a") }()
	soon()
	for range 3 {
		go look("b")
	}
}

type list struct {
	items []int
	sync.Mutex
}

func (l *list) push(n int) {
	l.Lock()
	l.items = append(l.items, n)
	if n < 0 {
		forever(-n)
	}
	l.Unlock()
}

func embedded(t *truth) {
	l := &list{}
	t.at("l", unsafe.Pointer(&l.Mutex), 2)
	go func() { t.me("l"); l.push(-3) }()
	soon()
	go l.push(1)
	go l.push(2)
}

type base struct {
	kind string
	sync.RWMutex
}

type middle struct {
	base
	x int
}

type top struct {
	y int
	*middle
}

func (p *top) read() int {
	p.RLock()
	defer p.RUnlock()
	return p.x
}

func (p *top) write() {
	p.Lock()
	defer p.Unlock()
	p.x++
	forever(0)
}

func embeddedDeep(t *truth) {
	p := &top{middle: &middle{}}
	t.at("p", unsafe.Pointer(&p.base.RWMutex), 3)
	go func() { t.me("p"); p.write() }()
	soon()
	for range 3 {
		go p.read()
	}
}

type box[T any] struct {
	mu  sync.Mutex
	val T
}

func (b *box[T]) with(f func(*T)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(&b.val)
}

func generic(t *truth) {
	b := &box[[]string]{}
	t.at("b.mu", unsafe.Pointer(&b.mu), 2)
	go func() {
		t.me("b.mu")
		b.with(func(s *[]string) { *s = append(*s, "x"); forever(1) })
	}()
	soon()
	for range 2 {
		go b.with(func(s *[]string) { *s = nil })
	}
}

func genericShards(t *truth) {
	m := shard.New[int, string](func(k int) int { return k })
	t.at("m", *(*unsafe.Pointer)(unsafe.Pointer(&m)), 2)
	go func() {
		t.me("m")
		m.Update(4, func(string) string { forever(0); return "" })
	}()
	soon()
	go m.Load(0)
	go m.Update(8, func(s string) string { return s })
}

func closure(t *truth) {
	var mu sync.Mutex
	total := 0
	t.at("mu", unsafe.Pointer(&mu), 3)
	go func() {
		t.me("mu")
		mu.Lock()
		defer mu.Unlock()
		total++
		forever(1)
	}()
	soon()
	for i := range 3 {
		go func() {
			mu.Lock()
			total += i
			mu.Unlock()
		}()
	}
}

func startOne(t *truth, name string, how int) {
	var mu sync.Mutex
	n := 0
	t.at(name, unsafe.Pointer(&mu), 1)
	work := func(hold bool) {
		if hold {
			t.me(name)
		}
		mu.Lock()
		n++
		if hold {
			forever(how)
		}
		mu.Unlock()
	}
	go work(true)
	soon()
	go work(false)
}

func closureOfMany(t *truth) {
	startOne(t, "one", 0)
	startOne(t, "two", 1)
}

type cell struct {
	mu sync.Mutex
	v  int
}

func slice(t *truth) {
	cells := make([]cell, 8)
	t.at("cell", unsafe.Pointer(&cells[5].mu), 2)
	visit := func(i int, hold bool) {
		c := &cells[i]
		if hold {
			t.me("cell")
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.v++
		if hold {
			forever(1)
		}
	}
	go visit(5, true)
	soon()
	go visit(5, false)
	go visit(5, false)
}

type rooms struct {
	mu    sync.Mutex
	locks map[string]*sync.Mutex
}

func (r *rooms) lockOf(name string) *sync.Mutex {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.locks[name] == nil {
		r.locks[name] = &sync.Mutex{}
	}
	return r.locks[name]
}

func (r *rooms) enter(name string, how int) {
	mu := r.lockOf(name)
	mu.Lock()
	if how >= 0 {
		forever(how)
	}
	mu.Unlock()
}

func mapOfLocks(t *truth) {
	r := &rooms{locks: map[string]*sync.Mutex{}}
	t.at("room", unsafe.Pointer(r.lockOf("a")), 2)
	go func() { t.me("room"); r.enter("a", 1) }()
	soon()
	go r.enter("a", -1)
	go r.enter("a", -1)
}

type striped struct {
	locks [16]sync.Mutex
	data  [16]int
}

func (s *striped) do(i int, how int) {
	s.locks[i].Lock()
	defer s.locks[i].Unlock()
	s.data[i]++
	if how >= 0 {
		forever(how)
	}
}

func arrayOfMutex(t *truth) {
	s := &striped{}
	t.at("s", unsafe.Pointer(&s.locks[3]), 2)
	go func() { t.me("s"); s.do(3, 0) }()
	soon()
	go s.do(3, -1)
	go s.do(3, -1)
}

type shared struct {
	mu *sync.Mutex
	n  int
}

func (s *shared) use(how int) {
	s.mu.Lock()
	s.n++
	if how >= 0 {
		forever(how)
	}
	s.mu.Unlock()
}

func pointerMutex(t *truth) {
	mu := &sync.Mutex{}
	a, b := &shared{mu: mu}, &shared{mu: mu}
	t.at("mu", unsafe.Pointer(mu), 2)
	go func() { t.me("mu"); a.use(1) }()
	soon()
	go b.use(-1)
	go b.use(-1)
}

type job struct {
	lock sync.Locker
	n    int
}

func (j *job) run(how int) {
	j.lock.Lock()
	defer j.lock.Unlock()
	if how >= 0 {
		forever(how)
	}
	j.n++
}

func locker(t *truth) {
	mu := &sync.Mutex{}
	j := &job{lock: mu}
	t.at("mu", unsafe.Pointer(mu), 2)
	go func() { t.me("mu"); j.run(0) }()
	soon()
	go j.run(-1)
	go j.run(-1)
}

type store2 interface{ put(n int) }

type file struct {
	path string
	mu   sync.Mutex
	size int
}

func (f *file) put(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.size += n
	if n > 100 {
		forever(n)
	}
}

func iface(t *truth) {
	f := &file{}
	var s store2 = f
	t.at("f.mu", unsafe.Pointer(&f.mu), 2)
	go func() { t.me("f.mu"); s.put(101) }()
	soon()
	go s.put(1)
	go s.put(2)
}

//go:noinline
func guarded(mu *sync.Mutex, how int) {
	mu.Lock()
	defer mu.Unlock()
	if how >= 0 {
		forever(how)
	}
}

func parameter(t *truth) {
	c := &counter{}
	t.at("c.mu", unsafe.Pointer(&c.mu), 2)
	go func() { t.me("c.mu"); guarded(&c.mu, 1) }()
	soon()
	go guarded(&c.mu, -1)
	go c.add(1)
}

type book struct {
	mu    sync.Mutex
	pages int
}

func (b *book) lock()   { b.mu.Lock() }
func (b *book) unlock() { b.mu.Unlock() }

func (b *book) write(how int) {
	b.lock()
	b.pages++
	if how >= 0 {
		forever(how)
	}
	b.unlock()
}

func helper(t *truth) {
	b := &book{}
	t.at("b.mu", unsafe.Pointer(&b.mu), 2)
	go func() { t.me("b.mu"); b.write(0) }()
	soon()
	go b.write(-1)
	go b.write(-1)
}

func (b *book) hold() (release func()) {
	b.mu.Lock()
	return func() { b.mu.Unlock() }
}

func (b *book) read(how int) int {
	defer b.hold()()
	if how >= 0 {
		forever(how)
	}
	return b.pages
}

func (b *book) count(how int) int {
	release := b.hold()
	n := b.pages
	release()
	if how >= 0 {
		forever(how)
	}
	return n
}

func helperClosure(t *truth) {
	b := &book{}
	t.at("b.mu", unsafe.Pointer(&b.mu), 2)
	go b.count(0)
	go func() { soon(); t.me("b.mu"); b.read(1) }()
	soon()
	soon()
	go b.read(-1)
	go b.count(-1)
}

func callback(t *truth) {
	b := &box[int]{}
	c := &counter{}
	t.at("b.mu", unsafe.Pointer(&b.mu), 1)
	t.at("c.mu", unsafe.Pointer(&c.mu), 1)
	go func() { t.me("c.mu"); c.slow(1) }()
	soon()
	go func() { t.me("b.mu"); b.with(func(n *int) { c.add(*n) }) }()
	soon()
	go b.with(func(*int) {})
}

func dependency(t *truth) {
	r := dep.New()
	r.Add("x")
	t.at("r", lockOfRegistry(r), 3)
	go func() { t.me("r"); r.Each(func(string) { forever(0) }) }()
	soon()
	go r.Add("y")
	go r.Get("z")
	go r.Get("z")
}

func lockOfRegistry(r *dep.Registry) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(r), 8)
}

type tool struct {
	name string
	dep.Guard
	used int
}

func (u *tool) work(how int) {
	u.With(func() {
		u.used++
		if how >= 0 {
			forever(how)
		}
	})
}

func depEmbedded(t *truth) {
	u := &tool{}
	t.at("u", unsafe.Pointer(&u.Mutex), 2)
	go func() { t.me("u"); u.work(1) }()
	soon()
	go u.work(-1)
	go u.work(-1)
}

func depRead(t *truth) {
	r := dep.New()
	t.at("r", lockOfRegistry(r), 2)
	go func() {
		t.me("r")
		r.Each(func(string) {})
		r.Add("x")
		r.Each(func(string) { r.Get("deadlock") })
	}()
	soon()
	go r.Get("z")
}
