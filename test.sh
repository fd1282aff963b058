#!/bin/sh
# Checks everything: go vet, staticcheck, known vulnerabilities, and all tests,
# in the four modules of go.work; packages that start goroutines also under the
# race detector. Arguments go to go test. With -short only go vet and the short
# tests run.
#
# Needs nothing but Go. A go command older than go.mod asks for fetches the
# right toolchain by itself, and so do the tests that measure under each
# supported one. Programs for linux/arm64 are run only where an emulator is
# installed; .ci/run installs it.
set -eu
cd "$(dirname "$0")"

modules='./... ./casebook/... ./kit/... ./evaluation/...'
go vet $modules # so go test need not
case " $* " in *' -short '*) exec go test -vet=off "$@" $modules ;; esac

go tool staticcheck $modules

# Exit code 3 says that something was found; any other failure, that the
# database of vulnerabilities could not be reached.
go tool govulncheck ./cmd/wring ./kit/... || {
	[ $? -ne 3 ] || exit 1
	echo 'test.sh: govulncheck could not run; nothing is known about vulnerabilities' >&2
}

# The race detector needs a C compiler. What wring puts into other programs is
# no package of its own.
goroutines=$(grep -rlE --include='*.go' --exclude='*_test.go' --exclude-dir=testdata \
	--exclude-dir=overlay '^[[:space:]]*(go (func|[a-zA-Z.]+)|[a-zA-Z.]+\.Go)\(' . |
	xargs -n1 dirname | sort -u)
if [ "$(go env CGO_ENABLED)" = 1 ]; then
	go test -vet=off -race -short $goroutines
else
	echo 'test.sh: no C compiler, so nothing runs under the race detector' >&2
fi

# What takes longest comes first: two packages are tested at a time, and none of these is left over
# for the end.
longest='./cmd/wring ./fix ./verify/differential ./casebook ./evaluation/page ./evaluation/budgets'
exec go test -vet=off -timeout 30m "$@" $longest $modules
