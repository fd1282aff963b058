package prealloc

import (
	"fmt"
	"testing"
)

func TestPrealloc(t *testing.T) {
	if got := fmt.Sprint(Growing([]int{1}), Countdown(2)); got != "[1 2] [2 1]" {
		t.Error(got)
	}
}

func BenchmarkPrealloc(b *testing.B) {
	b.Run("Names", func(b *testing.B) {
		for b.Loop() {
			Names(map[int]string{1: "a", 2: "b", 3: "c", 4: "d", 5: "e"})
		}
	})
	b.Run("Inverse", func(b *testing.B) {
		for b.Loop() {
			Inverse([]int{1, 2, 3, 4, 5, 6}, new([]int))
		}
	})
	b.Run("UntilNegative", func(b *testing.B) {
		for b.Loop() {
			UntilNegative([]int{1, 2, 3, 4, 5, 6, -1})
		}
	})
	b.Run("Interleaved", func(b *testing.B) {
		for b.Loop() {
			Interleaved([]string{"a", "b", "c"}, []string{"d", "e"})
		}
	})
	b.Run("Growing", func(b *testing.B) {
		for b.Loop() {
			Growing([]int{1, 2, 3, 4, 5})
		}
	})
	b.Run("Prefixes", func(b *testing.B) {
		for b.Loop() {
			Prefixes([]string{"a", "b", "c", "d"})
		}
	})
	b.Run("Longer", func(b *testing.B) {
		for b.Loop() {
			Longer([]string{"aa", "b", "cc", "dd", "ee"})
		}
	})
	b.Run("Shadowed", func(b *testing.B) {
		for b.Loop() {
			Shadowed([]int{1, 2, 3, 4, 5, 6, 7, 8, 9})
		}
	})
	b.Run("Countdown", func(b *testing.B) {
		for b.Loop() {
			Countdown(40)
		}
	})
	b.Run("Ordered", func(b *testing.B) {
		ids := map[int]string{2: "b", 1: "a", 9: "c", 4: "d", 5: "e"}
		for b.Loop() {
			Ordered(ids)
		}
	})
	b.Run("Lengths", func(b *testing.B) {
		ids := map[int]string{2: "b", 1: "a", 9: "c", 4: "d", 5: "e"}
		for b.Loop() {
			Lengths(ids)
			delete(ids, -5)
		}
	})
	team := Team{"team", []string{"a", "b", "c", "d", "e"}}
	b.Run("Roster", func(b *testing.B) {
		for b.Loop() {
			Roster([]*Team{&team, &team, &team}, new([]string))
		}
	})
	b.Run("Everybody", func(b *testing.B) {
		for b.Loop() {
			Everybody(map[string]Team{"a": team, "b": team, "c": team})
		}
	})
	b.Run("Copied", func(b *testing.B) {
		for b.Loop() {
			Copied(&Team{"team", []string{"a"}}, team.Members)
		}
	})
	b.Run("Joined", func(b *testing.B) {
		for b.Loop() {
			Joined(&Team{Name: "team"}, [][]string{team.Members, team.Members}, new([]string))
		}
	})
	b.Run("Pairs", func(b *testing.B) {
		for b.Loop() {
			Pairs(team.Members, team.Members)
		}
	})
	b.Run("Unquoted", func(b *testing.B) {
		text := []byte("abcdefgh%ijklmnopq%rstuvw%-xyzabcdefgh%ijklmnop")
		for b.Loop() {
			Unquoted(text)
		}
	})
	b.Run("Spelled", func(b *testing.B) {
		text := []byte("abcdefgh%ijklmnopq%rstuvw%-xyzabcdefgh%ijklmnop")
		for b.Loop() {
			Spelled(text)
		}
	})
}
