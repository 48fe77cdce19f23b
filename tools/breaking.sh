#!/bin/sh
# Compares the protos with those of the last release, which lie in
# proto/release.binpb.
#
#   tools/breaking.sh          fails where a client of that release would break
#   tools/breaking.sh record   makes the protos of today the last release
#
# Until the first release there is no such file and nothing to break.
set -eu
cd "$(dirname "$0")/.."
release=proto/release.binpb

case "${1:-compare}" in
compare)
	if [ ! -e "$release" ]; then
		echo "No $release yet: nothing is released, so nothing can break."
		exit 0
	fi
	tools/buf.sh breaking proto --against "$release"
	;;
record)
	tools/buf.sh build proto --exclude-source-info --output "$release"
	;;
*)
	echo 'usage: tools/breaking.sh [record]' >&2
	exit 2
	;;
esac
