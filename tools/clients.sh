#!/usr/bin/env bash
# Holds the clients that need Node, and a browser, to what they promise: the TypeScript client, the table in
# Chromium, and every vector through each client. CHROMIUM names the browser.
set -euo pipefail
cd "$(dirname "$0")/.."

npm() { (cd "clients/$1" && command npm "${@:2}"); }

npm typescript ci --no-audit --no-fund
npm typescript run lint
npm typescript run checkgenerate
npm typescript test

npm web ci --no-audit --no-fund
npm web run check
npm web test

go run ./clients/conformance -clients grpc,json,go,typescript
