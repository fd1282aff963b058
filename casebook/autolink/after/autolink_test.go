package autolink

import "testing"

func TestHTML(t *testing.T) {
	l, err := New(map[string]string{"Go": "/go", "Gopher": "/gopher"})
	if err != nil {
		t.Fatal(err)
	}
	const want = `&lt;<a href="/gopher">Gopher</a>s write <a href="/go">Go</a>`
	if got := HTML(nil, l, "<Gophers write Go"); string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
