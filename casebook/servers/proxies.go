package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/report"
	"github.com/wring-go/wring/casebook/load/schedule"
	"github.com/wring-go/wring/casebook/redistest"
	"github.com/wring-go/wring/casebook/wsproxy/backendtest"
)

const nginxConf = `daemon off; master_process off; worker_rlimit_nofile 20000;
pid %[1]s/pid; error_log stderr crit;
events { worker_connections 20000; }
http { access_log off; client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p;
fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
server { listen 127.0.0.1:%[2]d backlog=4096; location / { proxy_pass http://%[3]s;
proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade;
proxy_set_header Connection "upgrade"; proxy_set_header Host $host;
proxy_read_timeout 300s; } } }
`

const caddyConf = `{"admin":{"disabled":true},"apps":{"http":{"servers":{"s":{
"listen":["127.0.0.1:%d"],"automatic_https":{"disable":true},"routes":[{"handle":[{
"handler":"reverse_proxy","upstreams":[{"dial":"%s"}]}]}]}}}}}`

// proxies returns the proxies, ours first, before a backend that Redis names echo.
func (m *measurement) proxies(redis, backend string) ([]contender, error) {
	all := []contender{
		{name: "wsproxy", args: []string{m.bin["wsproxy"], "-listen", "127.0.0.1:PORT", "-redis",
			redis, "-allow", backend}},
		{name: "httputil.ReverseProxy",
			args: []string{m.bin["reverse"], "127.0.0.1:PORT", backend}},
	}
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		nginx = "/usr/sbin/nginx"
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	conf := filepath.Join(m.temp, "nginx.conf")
	text := fmt.Sprintf(nginxConf, m.temp, port, backend)
	if err := os.WriteFile(conf, []byte(text), 0o666); err != nil {
		return nil, err
	}
	all = append(all, contender{name: "nginx", port: port,
		args: []string{nginx, "-p", m.temp, "-c", conf}})
	if m.caddy == "" {
		return all, nil
	}
	if port, err = freePort(); err != nil {
		return nil, err
	}
	conf = filepath.Join(m.temp, "caddy.json")
	if err := os.WriteFile(conf, fmt.Appendf(nil, caddyConf, port, backend), 0o666); err != nil {
		return nil, err
	}
	return append(all, contender{name: "Caddy", port: port, env: []string{"HOME=" + m.temp},
		args: []string{m.caddy, "run", "--config", conf}}), nil
}

// proxyTable measures the proxies and the bare backend, interleaved.
func (m *measurement) proxyTable(ctx context.Context) ([]contender, []figures, error) {
	backend, err := backendtest.Start("", "")
	if err != nil {
		return nil, nil, err
	}
	defer backend.Kill()
	store, err := redistest.Start(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer store.Stop()
	client := redis.NewClient(&redis.Options{Addr: store.Address})
	defer client.Close()
	if err := client.Set(ctx, "wsproxy:backend:echo", backend.Address, 0).Err(); err != nil {
		return nil, nil, err
	}
	all, err := m.proxies(store.Address, backend.Address)
	if err != nil {
		return nil, nil, err
	}
	for i := range all {
		if err := all[i].start(ctx); err != nil {
			return nil, nil, err
		}
		defer all[i].stop()
	}
	all = append(all, contender{name: "no proxy", address: backend.Address, pid: os.Getpid()})
	results := make([]figures, len(all))
	return all, results, m.raceProxies(ctx, all, results)
}

func (m *measurement) raceProxies(ctx context.Context, all []contender, f []figures) error {
	backend := all[len(all)-1].address
	ours, reverse, err := proxyCounts(backend)
	if err != nil {
		return err
	}
	f[0].allocations, f[0].goroutines = ours[0], ours[1]
	f[1].allocations, f[1].goroutines = reverse[0], reverse[1]
	for i := range all[:len(all)-1] {
		m.progress("proxies", all[i].name+", idle", 0)
		f[i].idle, err = idleBytes(ctx, dialWS(all[i].address, "/echo/ws", 64), all[i].pid,
			m.tunnels)
		if err != nil {
			return fmt.Errorf("%s: %w", all[i].name, err)
		}
	}
	for round := range m.rounds {
		for turn := range all {
			i := (round + turn) % len(all)
			m.progress("proxies", all[i].name, round)
			dial := dialWS(all[i].address, "/echo/ws", 64)
			if err := f[i].round(ctx, dial, all[i].pid, 50, m.length); err != nil {
				return fmt.Errorf("%s: %w", all[i].name, err)
			}
		}
	}
	for i := range all {
		m.progress("proxies", all[i].name+", many connections", m.rounds)
		r, err := saturate(ctx, dialWS(all[i].address, "/echo/ws", 64), all[i].pid, m.tunnels,
			2*m.length)
		if err != nil {
			return fmt.Errorf("%s: %w", all[i].name, err)
		}
		f[i].manyRate = r.Rate(r.Completed)
		if err := f[i].low(ctx, dialWS(all[i].address, "/echo/ws", 64), 2*m.length); err != nil {
			return fmt.Errorf("%s: %w", all[i].name, err)
		}
	}
	return nil
}

// low measures the latency at a rate at which nothing is near its limit.
func (f *figures) low(ctx context.Context, dial dialer, d time.Duration) error {
	r, err := generator.Run(ctx, generator.Options{Dial: dial, Clients: 50, Warmup: d / 4,
		Schedule: schedule.Constant(500, d+d/4)})
	if err != nil {
		return err
	}
	for i, q := range []float64{0.5, 0.99} {
		f.added[i] = report.Duration(r.FromSent.Quantile(q))
	}
	return nil
}
