package main

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/talon-solitaire/talon/server/internal/strictjson"
)

// bodyTexts are the German for what package strictjson finds in a body and wants there.
var bodyTexts = []struct {
	english *regexp.Regexp
	german  string
}{
	{regexp.MustCompile(`^an empty body$`), "nichts"},
	{regexp.MustCompile(`^text after the JSON object$`), "Text hinter dem JSON-Objekt"},
	{regexp.MustCompile(`^unknown field "(.*)"(…?)$`), "ein unbekanntes Feld „${1}“$2"},
	{regexp.MustCompile(`^unknown name "(.*)"(…?)$`), "ein unbekannter Name „${1}“$2"},
	{regexp.MustCompile(`^the (field|key) a second time$`), "der Name ein zweites Mal"},
	{regexp.MustCompile(`^the field beside (.*)$`), "das Feld neben $1"},
	{regexp.MustCompile(`^the string "(.*)"(…?)$`), "der Text „${1}“$2"},
	{regexp.MustCompile(`^the number (.*)$`), "die Zahl $1"},
	{regexp.MustCompile(`^the end of the body$`), "das Ende der Anfrage"},
	{regexp.MustCompile(`^the end of the list$`), "das Ende der Liste"},
	{regexp.MustCompile(`^the end of the number (.*)$`), "das Ende der Zahl $1"},
	{regexp.MustCompile(`^a JSON object$`), "ein JSON-Objekt"},
	{regexp.MustCompile(`^a list$`), "eine Liste"},
	{regexp.MustCompile(`^a string$`), "ein Text"},
	{regexp.MustCompile(`^a string in base64$`), "ein Text in Base64"},
	{regexp.MustCompile(`^a number$`), "eine Zahl"},
	{regexp.MustCompile(`^a number that a double can hold$`), "eine Zahl, die in 64 Bit passt"},
	{regexp.MustCompile(`^a whole number from (\S+) to (\S+) in plain digits$`), "eine ganze Zahl von $1 bis $2 in Ziffern"},
	{regexp.MustCompile(`^true or false$`), "true oder false"},
	{regexp.MustCompile(`^one of the two$`), "eines von beiden"},
	{regexp.MustCompile(`^one of the escapes of JSON$`), "eine Umschreibung, die JSON kennt"},
	{regexp.MustCompile(`^one of (.*)$`), "eines von $1"},
	{regexp.MustCompile(`^none here$`), "hier keines"},
	{regexp.MustCompile(`^a comma or (.)$`), "ein Komma oder $1"},
	{regexp.MustCompile(`^a field name in double quotes$`), "der Name eines Feldes in Anführungszeichen"},
	{regexp.MustCompile(`^a colon$`), "ein Doppelpunkt"},
	{regexp.MustCompile(`^a digit$`), "eine Ziffer"},
	{regexp.MustCompile(`^a closing quote$`), "ein schließendes Anführungszeichen"},
	{regexp.MustCompile(`^an escape for the control character$`), "eine Umschreibung des Steuerzeichens"},
	{regexp.MustCompile(`^a pair of surrogates$`), "ein Paar von Surrogaten"},
	{regexp.MustCompile(`^four hexadecimal digits$`), "vier hexadezimale Ziffern"},
	{regexp.MustCompile(`^at most (\d+)$`), "höchstens $1"},
	{regexp.MustCompile(`^"(.*)"$`), "„$1“"},
}

// bodyText gives the German for one of these texts, and others as they are: UTF-8, null.
func bodyText(english string) string {
	for _, t := range bodyTexts {
		if t.english.MatchString(english) {
			return t.english.ReplaceAllString(english, t.german)
		}
	}
	return english
}

// aboutBody says in both languages what is wrong with a JSON body.
func aboutBody(e *strictjson.Error) bilingual {
	var german strings.Builder
	if e.Field != "" {
		german.WriteString(e.Field + ": ")
	}
	german.WriteString("Bei Byte " + strconv.Itoa(e.Offset) + " der Anfrage steht " + bodyText(e.Found))
	if e.Wanted != "" {
		german.WriteString("; erwartet: " + bodyText(e.Wanted))
	}
	german.WriteString(".")
	return bilingual{e.Error(), german.String()}
}
