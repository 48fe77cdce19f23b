// Makes calls for the conformance runner, through the client of this package: a
// request on each line of the input, {"id":1,"method":"ApplyMoves","request":{…}},
// and for each a line of the output as soon as it is there, {"id":1,"answer":{…}} or
// {"id":1,"error":{"code":9,"reason":"ILLEGAL_MOVE","refusal":{…},"message":"…"}}.
// Of a stream the answer is the last message.
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { type Calls, Client, codeNumber, RefusedError, routes, TalonError } from "@talon-solitaire/client";

interface Line {
  id: unknown;
  method: string;
  request: object;
}

const { server } = parseArgs({ options: { server: { type: "string" } } }).values;
if (server === undefined) {
  console.error("usage: driver --server URL");
  process.exit(2);
}
const client = new Client({ baseUrl: server });

for await (const text of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  void reply(JSON.parse(text) as Line);
}

async function reply(line: Line): Promise<void> {
  console.log(JSON.stringify({ id: line.id, ...(await outcome(line)) }));
}

async function outcome({ method, request }: Line): Promise<{ answer: unknown } | { error: object }> {
  try {
    return { answer: await call(method, request) };
  } catch (error) {
    if (error instanceof TalonError) {
      return { error: errorOf(error) };
    }
    throw error;
  }
}

async function call(method: string, request: object): Promise<unknown> {
  const name = (Object.keys(routes) as (keyof typeof routes)[]).find((name) => routes[name].rpc === method);
  if (name === undefined) {
    throw new TalonError({ code: "UNIMPLEMENTED", message: "the client has no such call", rpc: method });
  }
  const made = client[name as keyof Calls](request as never);
  if (!(Symbol.asyncIterator in made)) {
    return made;
  }
  let last: unknown;
  for await (const message of made) {
    last = message;
  }
  return last;
}

function errorOf(error: TalonError): object {
  return {
    code: codeNumber(error.code),
    reason: error.reason,
    violations: error.violations,
    refusal: error instanceof RefusedError ? error.refusal : undefined,
    message: error.message,
  };
}
