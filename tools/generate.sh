#!/bin/sh
# Writes the code and the API description that are made from the protos.
#
#   tools/generate.sh         writes them beside the protos
#   tools/generate.sh check   compares instead, and fails where they differ
set -eu
cd "$(dirname "$0")/.."

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

tools/buf.sh generate --output "$made"
go -C tools/proto run ./openapi "$made/proto/openapi/solitaire.swagger.json" "$PWD/proto/openapi/examples"

# What is committed now; tests and the protos themselves lie in the same folders.
old=$(mktemp -d)
trap 'rm -rf "$made" "$old"' EXIT
for file in $(find proto/solitaire proto/openapi -name '*.pb.go' -o -name '*.pb.gw.go' -o -name '*.swagger.json'); do
	mkdir -p "$old/$(dirname "$file")"
	cp "$file" "$old/$file"
done

case "${1:-write}" in
check)
	if ! diff -rq "$old" "$made"; then
		echo 'The generated files are stale: run tools/generate.sh and commit what it writes.' >&2
		exit 1
	fi
	;;
write)
	(cd "$old" && find . -type f) | while read -r file; do
		[ -e "$made/$file" ] || rm "$file"
	done
	cp -R "$made/proto" .
	;;
*)
	echo 'usage: tools/generate.sh [check]' >&2
	exit 2
	;;
esac
