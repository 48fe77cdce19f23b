import type { Seal } from "./generated/types.js";

/**
 * What came of checking the deal of a sealed game:
 *
 * - "VERIFIED": its cards were fixed before the first move.
 * - "NOT_REVEALED": the service keeps the deal of a secret game to itself until the game is won.
 * - "BROKEN": the game is not the one that the service had committed itself to.
 */
export type DealCheck = "VERIFIED" | "NOT_REVEALED" | "BROKEN";

/** The part of WebCrypto that is needed; `crypto.subtle` is one. */
export interface Digester {
  digest(algorithm: "SHA-256", data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
}

/**
 * What the service commits itself to with a secret deal: the SHA-256 of the seed and behind it
 * the salt, in lower-case hexadecimal. It needs WebCrypto, which browsers have in pages from
 * https and from the own machine only; elsewhere hand in one of the same kind.
 *
 * ```ts
 * import { commitmentOf } from "@talon-solitaire/client";
 *
 * const commitment = await commitmentOf("000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
 * console.log(commitment.slice(0, 16)); // 44ddf0990518ee08
 * ```
 */
export async function commitmentOf(seed: string, salt: string, subtle: Digester = ownDigester()): Promise<string> {
  const hash = await subtle.digest("SHA-256", new TextEncoder().encode(seed + salt));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Holds the seal of a secret game to the seal that it had at its beginning: the seed and the salt
 * that are told when it is won are those of the commitment. That the game comes from the seed, only
 * dealing by it shows; `verifyDeal` of a session does both.
 */
export async function verifySeal(first: Seal, last: Seal, subtle?: Digester): Promise<DealCheck> {
  if (!first.secret || first.commitment === "" || last.commitment !== first.commitment) {
    return "BROKEN";
  }
  if (last.deal === undefined || last.salt === undefined) {
    return "NOT_REVEALED";
  }
  const told = await commitmentOf(last.deal.seed ?? "", last.salt, subtle);
  return told === first.commitment ? "VERIFIED" : "BROKEN";
}

/** Whether the deal of a secret game can be checked here, which takes WebCrypto. */
export function canDigest(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

function ownDigester(): Digester {
  if (!canDigest()) {
    throw new TypeError("WebCrypto is not here: it takes a page from https, or one of the own machine");
  }
  return globalThis.crypto.subtle;
}
