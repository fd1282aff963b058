package appendform

import (
	"bytes"
	"net/netip"
	"testing"
)

func TestAppendform(t *testing.T) {
	if got := string(Number([]byte("a"), -5)) + string(Hex([]byte("a"))); got != "a-5a61" {
		t.Error(got)
	}
}

func BenchmarkAppendform(b *testing.B) {
	b.Run("Counted", func(b *testing.B) {
		dst := make([]byte, 0, 64)
		for b.Loop() {
			Counted(dst, -123456)
		}
	})
	b.Run("Titled", func(b *testing.B) {
		for b.Loop() {
			Titled("somebody with a name", "that is longer than that")
		}
	})
	b.Run("Number", func(b *testing.B) {
		for b.Loop() {
			Number(nil, 123456789)
		}
	})
	b.Run("Based", func(b *testing.B) {
		for b.Loop() {
			Based(nil, 123456789, 16)
		}
	})
	b.Run("Quoted", func(b *testing.B) {
		for b.Loop() {
			Quoted(make([]byte, 2, 9))
		}
	})
	b.Run("Float", func(b *testing.B) {
		for b.Loop() {
			Float(nil, 1.25)
		}
	})
	b.Run("Truth", func(b *testing.B) {
		for b.Loop() {
			Truth(nil, true)
		}
	})
	b.Run("Twice", func(b *testing.B) {
		for b.Loop() {
			Twice(nil, new(int))
		}
	})
	b.Run("Hex", func(b *testing.B) {
		for b.Loop() {
			Hex([]byte("abcdefgh"))
		}
	})
	b.Run("Address", func(b *testing.B) {
		for b.Loop() {
			Address(nil, netip.Addr{})
		}
	})
	b.Run("Widened", func(b *testing.B) {
		for b.Loop() {
			Widened("some text", 40)
		}
	})
	b.Run("Doubled", func(b *testing.B) {
		for b.Loop() {
			Doubled("some text", 2)
		}
	})
	b.Run("Upper", func(b *testing.B) {
		for b.Loop() {
			Upper(nil, "some text")
		}
	})
	b.Run("Joined", func(b *testing.B) {
		for b.Loop() {
			Joined(nil, []string{"a", "b", "c"})
		}
	})
	var out bytes.Buffer
	words := []string{"some word", "another word", "a third word of some length"}
	buffer := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				out.Reset()
				f()
			}
		})
	}
	buffer("Pieces", func() { Pieces(&out, words) })
	buffer("Named", func() { Named(&out, &Name{"a name"}) })
	buffer("Lines", func() { Lines(&out, words) })
	buffer("Encoded", func() { Encoded([]byte("some"), []byte("data")) })
	buffer("Padded", func() { Padded([]byte("some data")) })
	buffer("Dumped", func() { Dumped([]byte("some data")) })
	buffer("Missing", func() { Missing(&out, []byte("some data")) })
	buffer("Echoed", func() { Echoed([]string{"a name that is long", "another"}) })
	b.Run("Found", func(b *testing.B) {
		for b.Loop() {
			Found(12345, []string{"id", "a name", "n"})
		}
	})
	long := "a path that has more bytes than the compiler has room for"
	parts := []string{"a path that has", "more bytes than", "the compiler has room for"}
	line := make([]byte, 200)
	seen := map[string]int{}
	buffer("Between", func() { Between(line, 9, parts, ", ") })
	buffer("Path", func() { Path(seen, parts) })
	buffer("Blank", func() { Blank(parts, ", ") })
	buffer("Sorted", func() { Sorted(seen, parts) })
	buffer("Below", func() { Below(long+"/x", long) })
	buffer("Whole", func() { Whole(long+long, long, long) })
	buffer("Upward", func() { Upward(&folder{long, &folder{name: long}}, long) })
	buffer("Calls", func() { Calls(long, []string{long, long + "x"}) })
	buffer("Either", func() { Either(long+"/", long, long+"x") })
	buffer("Several", func() { Several([]string{long + "/x", long + "/x/y"}, long) })
	paths := []string{long + "/x", long + "/x/y", "z"}
	buffer("Framed", func() { Framed(123456) })
	buffer("Redumped", func() { Redumped([]byte(long)) })
	buffer("Grown", func() { Grown(paths, long) })
	buffer("Changed", func() { Changed(paths, long) })
	buffer("Hidden", func() { Hidden(paths, long, long) })
}
