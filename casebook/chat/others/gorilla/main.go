// Command gorilla is a chat as the example of gorilla/websocket shows it: a hub, two
// goroutines and a channel of 256 for each client. It is for comparison.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/gorilla/websocket"
)

type hub struct {
	clients     map[chan []byte]bool
	join, leave chan chan []byte
	spoken      chan []byte
}

func (h *hub) run() {
	for {
		select {
		case c := <-h.join:
			h.clients[c] = true
		case c := <-h.leave:
			h.remove(c)
		case message := <-h.spoken:
			for c := range h.clients {
				select {
				case c <- message:
				default:
					h.remove(c)
				}
			}
		}
	}
}

func (h *hub) remove(c chan []byte) {
	if h.clients[c] {
		delete(h.clients, c)
		close(c)
	}
}

func (h *hub) serve(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{ReadBufferSize: 1024, WriteBufferSize: 1024}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	send := make(chan []byte, 256)
	h.join <- send
	go func() {
		defer conn.Close()
		for message := range send {
			if conn.WriteMessage(websocket.TextMessage, message) != nil {
				return
			}
		}
	}()
	go func() {
		defer func() { h.leave <- send; conn.Close() }()
		for {
			_, message, err := conn.ReadMessage()
			if err != nil {
				return
			}
			h.spoken <- message
		}
	}()
}

func main() {
	h := &hub{clients: map[chan []byte]bool{}, join: make(chan chan []byte),
		leave: make(chan chan []byte), spoken: make(chan []byte)}
	go h.run()
	l, err := net.Listen("tcp", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s/\n", l.Addr())
	log.Fatal(http.Serve(l, http.HandlerFunc(h.serve)))
}
