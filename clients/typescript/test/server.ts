import { Client, type ClientOptions } from "@talon-solitaire/client";

/** The address of the server under test, which `npm test` starts. */
export const url = addressOfServer();

/** A client of the server under test. */
export function connect(options: ClientOptions = {}): Client {
  return new Client({ baseUrl: url, ...options });
}

function addressOfServer(): string {
  const address = process.env.TALON_URL;
  if (address === undefined) {
    throw new Error("TALON_URL is not set: start the tests with `npm test`");
  }
  return address;
}
