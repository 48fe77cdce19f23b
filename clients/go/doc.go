// Package talon is the Go client of a Talon server: a connection with sensible
// defaults, the calls of both services, errors as values of one type, and a session
// that keeps the moves of a game.
//
// It adds nothing to the service and hides nothing of it: requests and answers
// are the messages of solitaire.v1.
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
//
// # Sealed games
//
// A game that is dealt sealed is played like any other: its states are texts that only the
// service reads. A Session undoes and redoes with the states that it keeps. When a secret
// game is won, VerifyDeal proves that its cards were fixed before the first move.
//
// # Several servers
//
// Calls take turns between all servers that a name stands for, or that Dial lists.
// One that says over gRPC's health service that it is not well, as it does while it is
// shut down, gets no calls. Idle connections are kept with a ping every 30 seconds;
// behind a proxy that takes this for too often, WithDialOptions can ask for fewer.
//
// # Retries and deadlines
//
// Every call is free of side effects. One whose server was not there (UNAVAILABLE) is
// made again by itself, up to three times within about a second and a half, on
// another server where there are several. Nothing else is made again: a server that
// has too much to do (OVERLOADED) says when to come back, in RetryAfter of the Error;
// WithPatience waits for it. A call whose context has no deadline gets RulesTimeout or
// SearchTimeout.
package talon
