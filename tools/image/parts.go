package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"runtime/debug"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// partsOf lists the modules in a binary, as CycloneDX in JSON. The binary says itself what it was
// built from; go.sum's hash of each module is a property.
func partsOf(binary, name, version string) ([]byte, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	list := cdx.NewBOM()
	whole := component(&debug.Module{Path: info.Main.Path, Version: version}, cdx.ComponentTypeApplication)
	whole.Name = name
	list.Metadata = &cdx.Metadata{Component: &whole}
	language := component(&debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")}, cdx.ComponentTypeLibrary)
	components := []cdx.Component{language}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		components = append(components, component(module, cdx.ComponentTypeLibrary))
	}
	list.Components = &components
	var refs []string
	for i := range components {
		refs = append(refs, components[i].BOMRef)
	}
	list.Dependencies = &[]cdx.Dependency{{Ref: whole.BOMRef, Dependencies: &refs}}

	var text bytes.Buffer
	if err := cdx.NewBOMEncoder(&text, cdx.BOMFileFormatJSON).SetPretty(true).Encode(list); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

func component(module *debug.Module, kind cdx.ComponentType) cdx.Component {
	url := fmt.Sprintf("pkg:golang/%s@%s", module.Path, module.Version)
	c := cdx.Component{BOMRef: url, Type: kind, Name: module.Path, Version: module.Version, PackageURL: url}
	if module.Sum != "" {
		c.Properties = &[]cdx.Property{{Name: "go.sum", Value: module.Sum}}
	}
	return c
}
