// Makes the calls that it reads, one a line, with the TypeScript client, and writes what came of each.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [library, baseUrl] = process.argv.slice(2);
const { Client } = await import(pathToFileURL(library).href);

async function make({ id, method, request }) {
  let requests = 0;
  const client = new Client({
    baseUrl,
    fetch: (input, init) => {
      requests++;
      return fetch(input, init);
    },
  });
  try {
    const { game, verdict } = await client[method](request);
    return { id, requests, game, verdict };
  } catch (error) {
    return { id, requests, error: `${error.name}, ${error.code}: ${error.message}` };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  make(JSON.parse(line)).then((answer) => console.log(JSON.stringify(answer)));
}
