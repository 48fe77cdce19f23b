package phrase

import (
	"strconv"
	"strings"
)

// text is the same in both languages. It may hold blanks to fill in, {name},
// and {name:one|many} where the number decides: # stands for the number in it.
type text struct{ en, de string }

func (t text) in(l Language) string {
	if l == German {
		return t.de
	}
	return t.en
}

// words and numbers are what blanks are filled with.
type (
	words   map[string]string
	numbers map[string]int
)

// fill puts words and numbers into the blanks of a text of our own.
func fill(template string, w words, n numbers) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		var blank string
		blank, template, _ = strings.Cut(rest, "}")
		name, forms, counted := strings.Cut(blank, ":")
		number, isNumber := n[name]
		switch {
		case counted:
			one, many, _ := strings.Cut(forms, "|")
			if number != 1 {
				one = many
			}
			out.WriteString(strings.ReplaceAll(one, "#", strconv.Itoa(number)))
		case isNumber:
			out.WriteString(strconv.Itoa(number))
		default:
			out.WriteString(w[name])
		}
	}
}

// sentence fills a text and begins it with a capital letter.
func sentence(template string, w words, n numbers) string { return capital(fill(template, w, n)) }

// capital makes the first letter a capital. What may come first in our texts is
// a word in ASCII letters, a card or a quotation mark.
func capital(s string) string {
	if s != "" && 'a' <= s[0] && s[0] <= 'z' {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// quote quotes a text of a stranger, shortened, so that it cannot disturb ours.
func quote(l Language, s string) string {
	const most = 24
	more := ""
	if len(s) > most {
		s, more = s[:most], "…"
	}
	quoted := strconv.QuoteToASCII(s)
	if l == German {
		quoted = "„" + strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`) + "“"
	}
	return quoted + more
}
