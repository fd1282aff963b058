package appendtime

import (
	"testing"
	"time"
)

func TestAppendtime(t *testing.T) {
	if got := string(Stamp([]byte("t="), 0)); got != "t=1970-01-01T00:00:00Z" {
		t.Error(got)
	}
}

func BenchmarkAppendtime(b *testing.B) {
	b.Run("Stamp", func(b *testing.B) {
		for b.Loop() {
			Stamp(nil, 1700000000)
		}
	})
	b.Run("Zone", func(b *testing.B) {
		for b.Loop() {
			Zone(nil, 1700000000, "CET", 3600)
		}
	})
	b.Run("Layout", func(b *testing.B) {
		for b.Loop() {
			Layout(1700000000, time.RFC1123)
		}
	})
	b.Run("Key", func(b *testing.B) {
		for b.Loop() {
			Key(nil, 1700000000)
		}
	})
	b.Run("Room", func(b *testing.B) {
		for b.Loop() {
			Room(append(make([]byte, 0, 9), "2006-"...), 1700000000)
		}
	})
	b.Run("Quoted", func(b *testing.B) {
		for b.Loop() {
			Quoted(nil, 1700000000, 3600)
		}
	})
	b.Run("Marshaled", func(b *testing.B) {
		for b.Loop() {
			Marshaled(nil, 1700000000)
		}
	})
}
