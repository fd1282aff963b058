#!/bin/sh
# Checks everything: go vet and all tests, in the three modules of go.work.
# Arguments go to go test; with -short it takes less than 30 seconds.
#
# Needs nothing but Go. A go command older than go.mod asks for fetches the
# right toolchain by itself, and so do the tests that measure under each
# supported one. Programs for linux/arm64 are run only where an emulator is
# installed; .ci/run installs it.
set -eu
cd "$(dirname "$0")"

modules='./... ./casebook/... ./kit/...'
go vet $modules
exec go test -timeout 20m "$@" $modules
