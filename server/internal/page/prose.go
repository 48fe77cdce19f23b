package page

import (
	"html/template"
	"regexp"
	"strings"
)

// prose makes HTML of the comments in the protos: paragraphs, lists whose items begin with a dash,
// and code in backticks.
func prose(text string) template.HTML {
	var out strings.Builder
	for block := range strings.SplitSeq(text, "\n\n") {
		paragraph, items := listed(block)
		if paragraph != "" {
			out.WriteString("<p>" + inline(paragraph) + "</p>")
		}
		if len(items) > 0 {
			out.WriteString("<ul>")
			for _, item := range items {
				out.WriteString("<li>" + inline(item) + "</li>")
			}
			out.WriteString("</ul>")
		}
	}
	return template.HTML(out.String()) //nolint:gosec // inline escaped every text.
}

// listed divides a block into what stands before its first dash and the items that follow.
func listed(block string) (paragraph string, items []string) {
	var parts []string
	for line := range strings.SplitSeq(block, "\n") {
		line = strings.TrimSpace(line)
		if item, ok := strings.CutPrefix(line, "- "); ok {
			items = append(items, item)
		} else if len(items) > 0 {
			items[len(items)-1] += " " + line
		} else {
			parts = append(parts, line)
		}
	}
	return strings.TrimSpace(strings.Join(parts, " ")), items
}

// link is a reference in Markdown, of which only the words are shown.
var link = regexp.MustCompile(`\[([^\[\]]+)\](\([^()]*\)|\[[^\[\]]*\])`)

// inline escapes a text and sets what stands in backticks as code; one backtick alone stays.
func inline(text string) string {
	parts := strings.Split(text, "`")
	var out strings.Builder
	for i, part := range parts {
		switch {
		case i%2 == 0:
			out.WriteString(template.HTMLEscapeString(link.ReplaceAllString(part, "$1")))
		case i == len(parts)-1:
			out.WriteString("`" + template.HTMLEscapeString(part))
		default:
			out.WriteString("<code>" + template.HTMLEscapeString(part) + "</code>")
		}
	}
	return out.String()
}

// opening is the first paragraph of a text.
func opening(text string) string {
	first, _, _ := strings.Cut(text, "\n\n")
	return first
}
