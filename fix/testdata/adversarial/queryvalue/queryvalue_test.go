package queryvalue

import "testing"

func TestQueryvalue(t *testing.T) {
	if First("a=1&a=2") != "1" || Limit("limit=7") != 7 || Later("a=x") != "x/" {
		t.Error("wrong")
	}
}

func BenchmarkQueryvalue(b *testing.B) {
	const query = "a=1&b=2&limit=30&c=%20d"
	b.Run("First", func(b *testing.B) {
		for b.Loop() {
			First(query)
		}
	})
	b.Run("Empty", func(b *testing.B) {
		for b.Loop() {
			Empty(query)
		}
	})
	b.Run("Limit", func(b *testing.B) {
		for b.Loop() {
			Limit(query)
		}
	})
	b.Run("Changed", func(b *testing.B) {
		for b.Loop() {
			Changed(query)
		}
	})
	b.Run("Key", func(b *testing.B) {
		for b.Loop() {
			Key(query, "b")
		}
	})
	b.Run("Later", func(b *testing.B) {
		for b.Loop() {
			Later(query)
		}
	})
	b.Run("Kept", func(b *testing.B) {
		for b.Loop() {
			Kept(query)
		}
	})
}
