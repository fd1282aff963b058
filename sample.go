package wring

import (
	"context"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/profile"
	"github.com/wring-go/wring/observe/trace"
)

// sample estimates with the runtime's own profiler, for toolchains that cannot
// be traced.
func (s *session) sample(ctx context.Context) (*alloc.Record, error) {
	cfg := s.traceConfig(trace.Plain(s.tools))
	return trace.Sample(ctx, cfg, func(file string) (*alloc.Record, error) {
		return profile.Read(ctx, []string{file}, profile.Options{})
	})
}
