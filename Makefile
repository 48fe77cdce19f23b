# What people and CI run. `make` alone lists it.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --warn-undefined-variables --no-builtin-rules --no-print-directory

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -X main.version=$(VERSION)
LINT := go tool -modfile='$(CURDIR)/tools/lint/go.mod'
# How long each fuzz target runs.
FUZZTIME ?= 10s
# Which benchmarks run, and how often.
BENCH ?= .
COUNT ?= 1
# How many moves deep perft counts.
DEPTH ?= 4

# Every target with a line of help is one that people call, and no file.
.PHONY: $(shell sed -nE 's/^([a-z][a-z-]*):.* ## .*/\1/p' $(MAKEFILE_LIST))

help: ## List the targets
	@sed -nE 's/^([a-z][a-z-]*):.* ## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | sort | awk -F '\t' '{ printf "%-14s %s\n", $$1, $$2 }'

run: ## Serve: gRPC on 127.0.0.1:9090, JSON on :8080, admin on :8081
	go run -ldflags '$(LDFLAGS)' ./server

build: ## Build bin/talon (the tool) and bin/talon-server
	go build -ldflags '$(LDFLAGS)' -o bin/talon ./clients/cli
	go build -ldflags '$(LDFLAGS)' -o bin/talon-server ./server

test: ## Run all tests: rules, vectors, service, tool, documentation
	go test ./...
	cd tools/proto && go test ./...

race: ## Run the tests of what runs in parallel under the race detector
	go test -race ./server/... ./clients/go ./clients/cli/internal/... ./deploy/...

clients: ## Test what needs Node and Chromium: the TypeScript client, the table, all vectors
	tools/clients.sh

page: ## Build the table at / anew, in clients/web/dist
	cd clients/web && npm ci && npm run build

image: ## Build the server's image without a container engine, in bin/image
	cd tools/image && go run . -version $(VERSION) server

manifests: ## Check what is in deploy: images, manifests, alerts, dashboard, compose
	cd tools/image && go test ./...
	cd tools/k8s && go test ./...

faults: ## Stop, kill and freeze servers behind HAProxy and nginx while games are played
	cd tools/fault && go test -parallel 6 ./...

lint: ## Check layout, Go and its modules, protos
	@for module in $$(find . -name go.mod -not -path '*/testdata/*' -not -path '*/node_modules/*' -exec dirname {} +); do \
		cd '$(CURDIR)'/$$module; \
		if [ -n "$$(go list ./... 2>/dev/null)" ]; then echo "lint $$module"; $(LINT) golangci-lint run; go mod tidy -diff; fi; \
	done
	tools/buf.sh lint
	tools/buf.sh format --diff --exit-code

format: ## Lay out Go and protos as lint wants them
	$(LINT) golangci-lint fmt
	tools/buf.sh format --write

vuln: ## Look for known vulnerabilities and for licences that forbid; VULNDB=url uses another database than the pinned one
	cd tools/vuln && go run . $(if $(value VULNDB),-db '$(VULNDB)') && go test ./...
	cd tools/licences && go test ./...

licences: ## Write the list of what this is built on, and the terms that go with it
	cd tools/licences && go run .

generate: ## Write the code and the API description made from the protos
	tools/generate.sh
	cd clients/typescript && npm ci && npm run generate

goldens: ## Write the golden files of the tests anew; read the difference before you commit it
	go test $$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -n 1 dirname | sort -u) -update

checkgenerate: ## Fail where generated files are stale
	tools/generate.sh check

breaking: ## Fail where the protos would break a client of the last release
	tools/breaking.sh

fuzz: ## Fuzz each target for FUZZTIME
	@grep -rE --include='*_test.go' '^func Fuzz' . | sed -E 's|^(.*)/[^/]+:func (Fuzz[A-Za-z0-9]*).*|\1 \2|' | sort | \
	while read -r folder target; do \
		echo "$$folder $$target"; \
		go test -run '^$$' -fuzz "^$$target\$$" -fuzztime '$(FUZZTIME)' -fuzzminimizetime 2s "$$folder" </dev/null; \
	done

perft: ## Count the paths of DEPTH moves from deal 1 of each game
	@for game in klondike spider freecell pyramid tripeaks golf yukon; do \
		echo "$$game $$(go run ./clients/cli deal $$game --number 1 | go run ./clients/cli perft - --depth $(DEPTH))"; \
	done

bench: ## Run the benchmarks; BENCH=name picks some, COUNT=10 is for benchstat
	go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) ./engine/... ./server/...
