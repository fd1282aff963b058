package inplace

import "testing"

func TestInplace(t *testing.T) {
	if len(Short("one of these")) != 2 || len(Marked("one of these")) != 4 ||
		len(Changed("one of these")) != 3 || len(At("a b c", 2)) != 2 ||
		len(Some("one of these")) != 3 {
		t.Error("wrong")
	}
	var x Index
	if len(x.Long("one of these")) != 1 || x.Counts("a a")["a"] != 2 {
		t.Error("wrong")
	}
	if long, all := Rest("one of these"); len(long) != 1 || all != "one of these" {
		t.Error("wrong")
	}
	if len(Later("a b c", func(list []string) {})) != 2 {
		t.Error("wrong")
	}
}

func TestGiven(t *testing.T) {
	out, all := Dropped("a b a")
	rounds, seen := Rounds("a b")
	a, b := Twice("a one b")
	if len(out) != 1 || all != "a b a" || len(rounds) != 1 || seen != "ab" || len(Left("a b")) != 1 ||
		len(a) != 2 || len(b) != 2 || len(Fine("a b c")) != 2 ||
		len(Told("a b", func([]string) {})) != 1 {
		t.Error("wrong")
	}
}

func BenchmarkInplace(b *testing.B) {
	const text = "some words of a text and a few more that are longer"
	b.Run("Short", func(b *testing.B) {
		for b.Loop() {
			Short(text)
		}
	})
	b.Run("Marked", func(b *testing.B) {
		for b.Loop() {
			Marked(text)
		}
	})
	b.Run("Changed", func(b *testing.B) {
		for b.Loop() {
			Changed(text)
		}
	})
	b.Run("Rest", func(b *testing.B) {
		for b.Loop() {
			Rest(text)
		}
	})
	b.Run("At", func(b *testing.B) {
		for b.Loop() {
			At(text, 5)
		}
	})
	b.Run("Later", func(b *testing.B) {
		for b.Loop() {
			Later(text, func([]string) {})
		}
	})
	b.Run("Some", func(b *testing.B) {
		for b.Loop() {
			Some(text)
		}
	})
	b.Run("Given", func(b *testing.B) {
		for b.Loop() {
			Dropped(text)
			Rounds(text)
			Left(text)
			Told(text, func([]string) {})
			Twice(text)
			Fine(text)
		}
	})
	b.Run("Rows", func(b *testing.B) {
		for b.Loop() {
			Rows(text)
		}
	})
	b.Run("Index", func(b *testing.B) {
		var x Index
		for b.Loop() {
			x.Long(text)
			x.Counts(text)
		}
	})
}
