package linkify_test

import (
	"context"
	"fmt"

	"github.com/wring-go/wring/kit/linkify"
)

func ExampleNew() {
	l, err := linkify.New(map[string]string{"Go": "/go", "Gopher": "/gopher"})
	fmt.Println(l.String("A <Gopher> writes Go."), err)
	// Output:
	// A &lt;<a href="/gopher">Gopher</a>&gt; writes <a href="/go">Go</a>. <nil>
}

func ExampleLinker_Append() {
	l, _ := linkify.New(map[string]string{"Go": "/go"})
	page := []byte("<p>")
	page = l.Append(page, "Go & C")
	page = append(page, "</p>"...)
	fmt.Printf("%s\n", page)
	// Output: <p><a href="/go">Go</a> &amp; C</p>
}

func ExampleLinker_AppendBytes() {
	l, _ := linkify.New(map[string]string{"Go": "/go"})
	fmt.Printf("%s\n", l.AppendBytes(nil, []byte("Let's Go")))
	// Output: Let&#39;s <a href="/go">Go</a>
}

func ExampleLinker_String() {
	l, _ := linkify.New(map[string]string{"tea": "/tea"})
	fmt.Println(l.String("steam"))
	// Output: s<a href="/tea">tea</a>m
}

func ExampleLinker_With() {
	old, _ := linkify.New(map[string]string{"Go": "/go"})
	l, err := old.With("Gopher", "/gopher")
	fmt.Println(old.Len(), l.Len(), err)
	_, err = l.With("x", "javascript:alert(1)")
	fmt.Println(err)
	// Output:
	// 1 2 <nil>
	// linkify: the URL of "x" has a scheme that is not http, https or mailto: "javascript:alert(1)"
}

func ExampleLinker_Without() {
	l, _ := linkify.New(map[string]string{"Go": "/go", "Gopher": "/gopher"})
	fmt.Println(l.Without("Gopher").String("Gopher"))
	// Output: <a href="/go">Go</a>pher
}

func ExampleLinker_Update() {
	l, _ := linkify.New(map[string]string{"Go": "/go", "C": "/c"})
	l, err := l.Update(map[string]string{"Go": "/golang"})
	fmt.Println(l.String("Go, C"), err)
	// Output: <a href="/golang">Go</a>, C <nil>
}

func ExampleLinker_URL() {
	l, _ := linkify.New(map[string]string{"Go": "/go"})
	fmt.Println(l.URL("Go"))
	// Output: /go true
}

func ExampleLinker_Len() {
	fmt.Println(new(linkify.Linker).Len())
	// Output: 0
}

func ExampleLinker_All() {
	l, _ := linkify.New(map[string]string{"b": "/2", "a": "/1"})
	for keyword, url := range l.All() {
		fmt.Println(keyword, url)
	}
	// Output:
	// a /1
	// b /2
}

func ExampleNewSource() {
	rows := map[string]string{"Go": "/go"} // a table of a database, in real life
	s := linkify.NewSource(func(_ context.Context, last *linkify.Linker) (*linkify.Linker, error) {
		return last.Update(rows)
	})
	rows["Gopher"] = "/gopher"
	l, err := s.Linker(context.Background()) // knows what was there before the call
	fmt.Println(l.String("Gopher"), err)
	// Output: <a href="/gopher">Gopher</a> <nil>
}

func ExampleSource_Linker() {
	s := linkify.NewSource(func(_ context.Context, last *linkify.Linker) (*linkify.Linker, error) {
		return last.With(fmt.Sprint("word", last.Len()+1), "/")
	})
	s.Linker(context.Background())
	l, err := s.Linker(context.Background())
	fmt.Println(l.Len(), err)
	// Output: 2 <nil>
}

func ExampleSource_Last() {
	s := linkify.NewSource(func(_ context.Context, last *linkify.Linker) (*linkify.Linker, error) {
		return last.With("Go", "/go")
	})
	fmt.Println(s.Last().String("Go")) // nothing has been read yet
	s.Linker(context.Background())
	fmt.Println(s.Last().String("Go"))
	// Output:
	// Go
	// <a href="/go">Go</a>
}
