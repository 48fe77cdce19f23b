/** Calls the service that the page came from. */
export async function call<Answer>(method: "GET" | "POST", path: string, request?: unknown): Promise<Answer> {
  const answer = await fetch(path, {
    method,
    ...(request === undefined ? {} : { body: JSON.stringify(request), headers: { "Content-Type": "application/json" } }),
  });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error((body as { message?: string }).message ?? answer.statusText);
  return body as Answer;
}
