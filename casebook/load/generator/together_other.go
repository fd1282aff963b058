//go:build !linux

package generator

import "context"

// together serves each client by itself.
func together(ctx context.Context, _ Options, _ *recorder, clients []Client, alone loner) {
	for i, client := range clients {
		alone(ctx, i, client)
	}
}
