/** An answer that is longer than the client takes. */
export class TooLongError extends Error {
  constructor(limit: number) {
    super(`it is longer than ${limit} bytes`);
  }
}

/** Reads a whole body of at most so many bytes. */
export async function readText(response: Response, limit: number): Promise<string> {
  let text = "";
  for await (const chunk of readChunks(response, limit)) {
    text += chunk;
  }
  return text;
}

/**
 * Reads a body line by line, each of at most so many bytes. What follows the last
 * line end is a line that broke off: an error.
 */
export async function* readLines(response: Response, limit: number): AsyncGenerator<string, void, undefined> {
  let rest = "";
  for await (const chunk of readChunks(response, Number.POSITIVE_INFINITY)) {
    const lines = chunk.split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line.trim() !== "");
    if (rest.length > limit) {
      throw new TooLongError(limit);
    }
  }
  if (rest.trim() !== "") {
    throw new Error("the last line of the answer broke off");
  }
}

// readChunks reads a body of at most so many bytes as pieces of text.
async function* readChunks(response: Response, limit: number): AsyncGenerator<string, void, undefined> {
  if (Number(response.headers.get("Content-Length")) > limit) {
    await response.body?.cancel();
    throw new TooLongError(limit);
  }
  // React Native has no streams; there the body comes in one piece.
  if (response.body === undefined || response.body === null) {
    const text = await response.text();
    if (text.length > limit) {
      throw new TooLongError(limit);
    }
    yield text;
    return;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        yield decoder.decode();
        return;
      }
      length += value.byteLength;
      if (length > limit) {
        throw new TooLongError(limit);
      }
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Of a body that was read to its end this does nothing; of one that broke off
    // the failure is known already.
    reader.cancel().catch(() => {});
  }
}
