import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Client } from "@talon-solitaire/client";
import { fakeServer } from "./fake.js";

const told = {
  name: "TalonError",
  code: "UNKNOWN",
  message: /^GetVersion: the address is redirected, which is not followed; expected a baseUrl /,
};

test("a redirect is not followed, and costs one request", async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.writeHead(307, { Location: "/v1/version" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const client = new Client({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    await assert.rejects(client.getVersion(), told);
    assert.equal(requests, 1);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test("what a browser tells of a redirect is enough", async () => {
  const opaque = {
    type: "opaqueredirect",
    ok: false,
    status: 0,
    headers: new Headers(),
    body: null,
    text: async () => "",
  };
  const server = fakeServer(() => opaque as Response);
  await assert.rejects(new Client(server).getVersion(), told);
  assert.equal(server.sent.length, 1);
});
