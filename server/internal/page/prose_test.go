package page

import "testing"

func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "",
		"One line.":                        "<p>One line.</p>",
		"Two\nlines.":                      "<p>Two lines.</p>",
		"One.\n\nTwo.":                     "<p>One.</p><p>Two.</p>",
		"One.\n\n\n\nTwo.":                 "<p>One.</p><p>Two.</p>",
		"List:\n\n - a\n - b\nb too":       "<p>List:</p><ul><li>a</li><li>b b too</li></ul>",
		"List:\n- `a`: b\n- c":             "<p>List:</p><ul><li><code>a</code>: b</li><li>c</li></ul>",
		"a - b":                            "<p>a - b</p>",
		"The `state` of `a\nb`":            "<p>The <code>state</code> of <code>a b</code></p>",
		"one ` alone":                      "<p>one ` alone</p>",
		"`a` and one ` alone":              "<p><code>a</code> and one ` alone</p>",
		"<b> & `<i>`":                      "<p>&lt;b&gt; &amp; <code>&lt;i&gt;</code></p>",
		"[a guide](http://x/y) and [b][c]": "<p>a guide and b</p>",
		"`?options[draw]=1`, [draw]":       "<p><code>?options[draw]=1</code>, [draw]</p>",
	} {
		if got := string(prose(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
