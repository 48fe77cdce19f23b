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
// shut down, gets no calls, and one that left a call without answer gets none for 20
// seconds. Connections are kept with a ping every 15 seconds; behind a proxy that takes
// this for too often, WithDialOptions can ask for fewer. A proxy that leads to several
// servers must not pass on the health of one of them; where it does,
// grpc.WithDisableHealthCheck keeps the client from asking.
//
// # TLS
//
// An address with https:// in front is one of a server that speaks TLS, or of a proxy that does.
// Other authorities than the system's, and a certificate to show where the server wants one,
// come from files:
//
//	config, err := talon.TLSFiles("ca.pem", "client.pem", "client.key")
//	if err != nil {
//		return err
//	}
//	client, err := talon.Dial("https://talon.example.org:9090", talon.WithTLS(config))
//
// # Retries and deadlines
//
// Every call is free of side effects, so that each may be made again. One whose server
// was not there (UNAVAILABLE) is made again by itself, up to three times within about a
// second and a half, on another server where there are several. So is one whose answer
// broke off, and one that is not answered within AttemptTimeout, with twice the time
// each time; searches, which are silent by nature, are made again when their connection
// proves to be gone. Nothing else is made again: a server that has too much to do
// (OVERLOADED), or a caller that calls too often (RATE_LIMITED), is told when to come
// back, in RetryAfter of the Error; WithPatience waits for it. Streams that have begun,
// Replays and WatchSolve, are the caller's to begin again.
// A call whose context has no deadline gets RulesTimeout or SearchTimeout.
package talon
