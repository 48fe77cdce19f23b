import { Client, type ClientOptions } from "@talon-solitaire/client";

/** The address of the server under test, which `npm test` starts. */
export const url = addressOfServer("TALON_URL");

/** The addresses of servers with the same keys: one that tells hidden cards, one with sealed states only; and of one without keys. */
export const others = {
  telling: addressOfServer("TALON_TELLING_URL"),
  sealed: addressOfServer("TALON_SEALED_URL"),
  open: addressOfServer("TALON_OPEN_URL"),
};

/** A client of the server under test. */
export function connect(options: ClientOptions = {}): Client {
  return new Client({ baseUrl: url, ...options });
}

function addressOfServer(variable: string): string {
  const address = process.env[variable];
  if (address === undefined) {
    throw new Error(`${variable} is not set: start the tests with npm test`);
  }
  return address;
}
