package coalesce_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/wring-go/wring/kit/coalesce"
)

func Example() {
	posts := []string{"first"}
	page := coalesce.New(func(context.Context) (string, error) {
		return fmt.Sprintf("<ul>%q</ul>", posts), nil // expensive, in real life
	})

	posts = append(posts, "second")
	html, err := page.Get(context.Background()) // holds both, whoever renders it
	fmt.Println(html, err)
	// Output: <ul>["first" "second"]</ul> <nil>
}

func ExampleNew() {
	n := 0
	c := coalesce.New(func(context.Context) (int, error) { n++; return n, nil })
	fmt.Println(c.Get(context.Background()))
	fmt.Println(c.Get(context.Background())) // nothing is kept: it runs again
	// Output:
	// 1 <nil>
	// 2 <nil>
}

func ExampleCache_Get() {
	c := coalesce.New(func(ctx context.Context) (int, error) { return 1, nil })
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("the client went away"))
	_, err := c.Get(ctx)
	fmt.Println(err)
	// Output: the client went away
}

func ExampleNewGroup() {
	sizes := coalesce.NewGroup(func(_ context.Context, name string) (int, error) {
		return len(name), nil
	})
	fmt.Println(sizes.Get(context.Background(), "gopher"))
	// Output: 6 <nil>
}

func ExampleGroup_Get() {
	unknown := errors.New("unknown user")
	users := coalesce.NewGroup(func(_ context.Context, id int) (string, error) {
		if id != 7 {
			return "", unknown
		}
		return "Rob", nil
	})
	fmt.Println(users.Get(context.Background(), 7))
	fmt.Println(users.Get(context.Background(), 8))
	// Output:
	// Rob <nil>
	//  unknown user
}

func ExamplePanic() {
	defer func() {
		var p *coalesce.Panic
		if err, ok := recover().(error); ok && errors.As(err, &p) {
			fmt.Println("in a run that was shared:", p.Value)
		} else {
			fmt.Println("in this goroutine:", err)
		}
	}()
	c := coalesce.New(func(context.Context) (int, error) { panic(errors.New("no database")) })
	c.Get(context.Background())
	// Output: in this goroutine: no database
}
