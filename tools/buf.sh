#!/bin/sh
# Runs buf at its pinned version: tools/buf.sh lint.
set -eu
cd "$(dirname "$0")/.."
exec go tool -modfile=tools/buf/go.mod buf "$@"
