// Package route lists the HTTP routes that the protos declare, so that a server can say what it
// takes instead, and a test can notice when a route changes: buf does not compare them.
package route

import (
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Route is one HTTP method and path of an RPC.
type Route struct {
	Method string
	// Path is the template: "/v1/variants/{variant}".
	Path string
	// RPC is the full name of the method: "solitaire.v1.RulesService.GetVariant".
	RPC string
}

// Table is a list of routes.
type Table []Route

// Of lists the routes of the services in the order of their declaration.
func Of(services ...protoreflect.ServiceDescriptor) Table {
	var table Table
	for _, service := range services {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			rule, _ := proto.GetExtension(method.Options(), annotations.E_Http).(*annotations.HttpRule)
			if rule == nil {
				continue
			}
			for _, r := range append([]*annotations.HttpRule{rule}, rule.GetAdditionalBindings()...) {
				table = append(table, routeOf(r, string(method.FullName())))
			}
		}
	}
	return table
}

func routeOf(rule *annotations.HttpRule, rpc string) Route {
	switch pattern := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		return Route{"GET", pattern.Get, rpc}
	case *annotations.HttpRule_Post:
		return Route{"POST", pattern.Post, rpc}
	}
	panic("route: " + rpc + " has neither a GET nor a POST route")
}

// Allowed lists what the path may be asked with, for the header Allow: "GET, HEAD, OPTIONS". It is
// empty for a path that there is not.
func (t Table) Allowed(path string) string {
	var methods []string
	for _, r := range t {
		if !slices.Contains(methods, r.Method) && matches(r.Path, path) {
			methods = append(methods, r.Method)
		}
	}
	if methods == nil {
		return ""
	}
	if slices.Contains(methods, "GET") {
		methods = append(methods, "HEAD")
	}
	return strings.Join(append(methods, "OPTIONS"), ", ")
}

// RPC gives the method that a path is asked with by an HTTP method, as gRPC names it:
// "/solitaire.v1.RulesService/GetVariant". It is empty for a page and for a path that there is not.
func (t Table) RPC(method, path string) string { return t.Called(method, path).FullMethod() }

// Called gives the route that a path is asked with by an HTTP method; one of no RPC for a page and for a path that there is
// not.
func (t Table) Called(method, path string) Route {
	if method == "HEAD" {
		method = "GET"
	}
	for _, r := range t {
		if r.Method == method && r.RPC != "" && matches(r.Path, path) {
			return r
		}
	}
	return Route{}
}

// FullMethod is the RPC as gRPC names it, empty for a page.
func (r Route) FullMethod() string {
	if r.RPC == "" {
		return ""
	}
	name := protoreflect.FullName(r.RPC)
	return "/" + string(name.Parent()) + "/" + string(name.Name())
}

// matches reports whether a path fits a template, whose variables stand for one segment each.
func matches(template, path string) bool {
	for {
		want, moreWanted, wantsMore := strings.Cut(template, "/")
		have, moreThere, hasMore := strings.Cut(path, "/")
		if strings.HasPrefix(want, "{") && have == "" || !strings.HasPrefix(want, "{") && have != want || wantsMore != hasMore {
			return false
		}
		if !wantsMore {
			return true
		}
		template, path = moreWanted, moreThere
	}
}
