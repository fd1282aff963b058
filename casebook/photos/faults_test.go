package main

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/stage/stagetest"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/visit"
)

// enough is how many changes have to be answered before and after a fault.
const enough = 20

// versions are tried with each fault: the first, and the last.
func versions() []steps.Set { return []steps.Set{{}, steps.Full()} }

// start starts the service, with the data as it was in the beginning.
func start(t *testing.T, s *stage.Stage, taken steps.Set) *stage.Service {
	t.Helper()
	if err := seed.Reset(t.Context(), s.DB, s.Data); err != nil {
		t.Fatal(err)
	}
	return again(t, s, taken)
}

// again starts the service with the data that is there.
func again(t *testing.T, s *stage.Stage, taken steps.Set) *stage.Service {
	t.Helper()
	service, err := s.Start(t.Context(), taken)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(service.Kill)
	return service
}

// load is visitors who go on until they are told to stop.
type load struct {
	ledger *visit.Ledger
	stop   context.CancelFunc
	result chan *visit.Result
}

func begin(t *testing.T, base string, world *visit.World, ledger *visit.Ledger) load {
	ctx, stop := context.WithCancel(t.Context())
	l := load{ledger, stop, make(chan *visit.Result, 1)}
	go func() {
		r, err := visit.Run(ctx, visit.Options{Base: base, World: world, Ledger: ledger, Clients: 4,
			For: 10 * time.Minute})
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		l.result <- r
	}()
	t.Cleanup(stop)
	return l
}

// settle waits until as many more changes have been answered.
func (l load) settle(t *testing.T, more int) {
	t.Helper()
	for before := l.ledger.Settled(); l.ledger.Settled() < before+more; {
		select {
		case r := <-l.result:
			t.Fatalf("the visitors are gone after %d changes: %+v", l.ledger.Settled(), r)
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// end stops the visitors and returns what they have seen.
func (l load) end() *visit.Result {
	l.stop()
	return <-l.result
}

// well checks that everything that was answered is there, that the service answers
// as it should, and that the data is sound.
func well(t *testing.T, s *stage.Stage, service *stage.Service, world *visit.World,
	ledger *visit.Ledger) {
	t.Helper()
	if err := visit.Audit(t.Context(), service.Base, world, ledger); err != nil {
		t.Errorf("what was answered: %v", err)
	}
	r, err := visit.Run(t.Context(), visit.Options{Base: service.Base, World: world,
		Ledger: ledger, Clients: 2, Visits: 8})
	if err != nil || r.Errors > 0 {
		t.Errorf("afterwards: %v, %d errors: %v", err, r.Errors, r.Err())
	}
	if err := service.Stop(); err != nil {
		t.Error(err)
	}
	if err := stage.Check(t.Context(), s.DB, s.Pictures()); err != nil {
		t.Error(err)
	}
}

// TestKill kills the service under load. Nothing that was answered is lost.
func TestKill(t *testing.T) {
	s := stagetest.Open(t, 0.006)
	world := visit.NewWorld(s.Data)
	for _, taken := range versions() {
		t.Run(taken.String(), func(t *testing.T) {
			service, ledger := start(t, s, taken), visit.NewLedger(0)
			for range 2 {
				l := begin(t, service.Base, world, ledger)
				l.settle(t, enough)
				service.Kill()
				if r := l.end(); r.Wrong() != nil {
					t.Errorf("a wrong page: %v", r.Wrong())
				}
				service = again(t, s, taken)
			}
			well(t, s, service, world, ledger)
		})
	}
}

// TestDatabaseRestart restarts the database under load: there are errors and no
// wrong page, and then all is well again.
func TestDatabaseRestart(t *testing.T) {
	s := stagetest.Open(t, 0.006)
	world := visit.NewWorld(s.Data)
	for _, taken := range versions() {
		t.Run(taken.String(), func(t *testing.T) {
			service, ledger := start(t, s, taken), visit.NewLedger(0)
			l := begin(t, service.Base, world, ledger)
			l.settle(t, enough)
			if err := s.Server.Restart(t.Context()); err != nil {
				t.Fatal(err)
			}
			l.settle(t, enough)
			r := l.end()
			if r.Wrong() != nil {
				t.Errorf("a wrong page: %v", r.Wrong())
			}
			t.Logf("%d answers were right, and %d did not come", r.Answers, r.Errors)
			well(t, s, service, world, ledger)
		})
	}
}
