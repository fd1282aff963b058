package stage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/steps"
)

// Stage is a database with data and a service that can be started with any steps.
type Stage struct {
	*Database
	dir, bin string
}

// Open starts the database, fills it, and builds the service.
func Open(ctx context.Context, data seed.Data) (*Stage, error) {
	dir, err := os.MkdirTemp("", "photos")
	if err != nil {
		return nil, err
	}
	s := &Stage{dir: dir}
	if s.bin, err = Build(ctx, dir); err == nil {
		s.Database, err = Prepare(ctx, data)
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return s, nil
}

// Close ends everything and removes all data.
func (s *Stage) Close() {
	s.Database.Close()
	os.RemoveAll(s.dir)
}

// Dir returns a folder for what is needed as long as the stage is there.
func (s *Stage) Dir() string { return s.dir }

// Pictures returns the folder in which pictures are that are files.
func (s *Stage) Pictures() string { return filepath.Join(s.dir, "pictures") }

// Start starts a service with more arguments, such as -access.
func (s *Stage) Start(ctx context.Context, taken steps.Set, args ...string) (*Service, error) {
	return Start(ctx, s.bin, append([]string{"-dsn", DSN(s.Server), "-pictures", s.Pictures(),
		"-steps", taken.String()}, args...)...)
}

// Play brings the data back to what it was, starts the service with more arguments,
// has use use it, ends it, and checks what it has left behind.
func (s *Stage) Play(ctx context.Context, taken steps.Set, use func(*Service) error,
	args ...string) error {
	if err := seed.Reset(ctx, s.DB, s.Data); err != nil {
		return err
	}
	service, err := s.Start(ctx, taken, args...)
	if err != nil {
		return err
	}
	err = use(service)
	if complaints := service.Complaints(); complaints != "" {
		err = errors.Join(err, fmt.Errorf("the service says: %s", complaints))
	}
	return errors.Join(err, service.Stop(), Check(ctx, s.DB, s.Pictures()))
}
