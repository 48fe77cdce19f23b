// Package talon is the Go client of a Talon server: a connection with sensible
// defaults, the calls of both services, and errors as values of one type.
//
// It adds nothing to the service and hides nothing of it: requests and answers
// are the messages of solitaire.v1. Every call is free of side effects, so a call
// that found no server is tried again by itself, on another server where there are
// several. A Session keeps the moves of a game, which the service does not.
//
//	client, err := talon.Dial("127.0.0.1:9090")
//	if err != nil {
//		return err
//	}
//	defer client.Close()
//	answer, err := client.ApplyMoves(ctx, &solitairev1.ApplyMovesRequest{State: state, Moves: []string{"t3t5", "d"}})
//	if refusal := talon.RefusalOf(err); refusal != nil {
//		fmt.Println(refusal.GetReason(), refusal.GetRule())
//	}
package talon
