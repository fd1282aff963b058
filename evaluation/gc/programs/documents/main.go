// Command documents decodes and encodes JSON on several goroutines, as a service
// does, beside a table that stays.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"sync"
)

type order struct {
	ID    int               `json:"id"`
	Name  string            `json:"name"`
	Items []item            `json:"items"`
	Meta  map[string]string `json:"meta"`
}

type item struct {
	Title string  `json:"title"`
	Price float64 `json:"price"`
}

func main() {
	n := flag.Int("n", 200_000, "documents")
	flag.Parse()
	table := make(map[int]*order)
	for i := range 30_000 {
		table[i] = document(i)
	}
	text, err := json.Marshal(table[7])
	if err != nil {
		panic(err)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	bytes := 0
	for range 2 {
		all.Go(func() {
			size := 0
			for range *n / 2 {
				var o order
				if err := json.Unmarshal(text, &o); err != nil {
					panic(err)
				}
				out, err := json.Marshal(o)
				if err != nil {
					panic(err)
				}
				size += len(out)
			}
			mu.Lock()
			bytes += size
			mu.Unlock()
		})
	}
	all.Wait()
	fmt.Println(bytes, len(table))
}

func document(i int) *order {
	o := &order{ID: i, Name: fmt.Sprint("order ", i),
		Meta: map[string]string{"source": "web", "country": "JP", "currency": "JPY"}}
	for k := range 6 {
		o.Items = append(o.Items, item{Title: fmt.Sprint("title of item ", k), Price: float64(k)})
	}
	return o
}
