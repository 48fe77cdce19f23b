package engine_test

import (
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// A row that finishes a run turns up the card beneath it. The parts of the move do not tell so
// before it is made: they would tell that the stock card for that column is the missing Ace.
func TestPartsOfARowTellNoStockCard(t *testing.T) {
	const state = "spider/1 m=70 score=430 t1:JsQs8s|As t2:3s5s7s|4sKsQsQs t3:4s|JsTs9s t4:6s7sAsKs5s|KsQs8s7s t5:As t6:3sQs2sTs|Ks9s8s7s6s5s4s t7:Js5s|KsQsJsTs9s8s7s6s5s4s3s2s t8:6s8s6s|5s t9:JsTs9s9s8s7s6s5s4s3s2sAs t10:Ts2s9s|4s3s2s3s2s s:AsTs3s2sKs9s3sAs6sKs6s9sKsQsAs4s2s8s8sJsJs7sTsAsTs7sJs4s5sQs"
	// The same table with the Ace for column 7 and the card for column 9 exchanged in the stock.
	other := strings.Replace(state, "8sJsJs7sTsAsTs7sJs4s5sQs", "8sJsJsAsTs7sTs7sJs4s5sQs", 1)
	row := engine.Move{Kind: engine.Draw}
	for _, text := range []string{state, other} {
		p := parsed(t, text)
		parts := p.Parts(row)
		if parts.Kind != engine.Draw || parts.Cards != "" || parts.TurnsUp != nil {
			t.Errorf("the parts of a row are %+v", parts)
		}
	}
}
