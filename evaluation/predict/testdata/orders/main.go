// Command orders serves receipts.
package main

import (
	"io"
	"net/http"
	"strconv"
	"strings"

	"example.com/orders/text"
)

func main() {
	http.HandleFunc("/receipt", func(w http.ResponseWriter, r *http.Request) {
		o := order(r)
		io.WriteString(w, text.Receipt(o))
	})
	http.HandleFunc("/articles", func(w http.ResponseWriter, r *http.Request) {
		o := order(r)
		w.Header().Set("X-Key", text.Key(o))
		io.WriteString(w, strings.Join(text.Articles(o), ","))
	})
	serve()
}

// order returns the order that a request is about.
func order(r *http.Request) text.Order {
	id, _ := strconv.Atoi(r.URL.Query().Get("id"))
	o := text.Order{ID: id, Name: "customer" + strconv.Itoa(id%7)}
	for i := range 3 + id%6 {
		o.Lines = append(o.Lines, text.Line{Article: goods[(id+i)%len(goods)], Count: 1 + i, Cents: 99})
	}
	return o
}

var goods = []string{"bread", "butter", "a jar of honey", "apples", "tea", "a bag of coffee beans"}
