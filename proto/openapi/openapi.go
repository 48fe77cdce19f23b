// Package openapi holds the description of the JSON API, made from the protos
// by tools/generate.sh.
package openapi

import _ "embed"

// Description is an OpenAPI 2.0 document as JSON, with a worked example for
// every call.
//
//go:embed solitaire.swagger.json
var Description []byte
