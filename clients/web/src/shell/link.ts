// Links that deal: #klondike;draw=1?number=12345. What stands behind the # never leaves the browser.
// Before the question mark stand the game and its options, behind it one way to name the deal: number,
// seed, deck, daily, or the whole state. Without one, the deal is random.

import type { Deal } from "@talon-solitaire/client";
import { numeral, say } from "../text/say.ts";
import type { Options } from "./catalogue.ts";

/** What a link asks for. */
export type Asked = { readonly deal: Deal } | { readonly state: string };

/** The largest number of a deal; the least is 1. */
export const largestNumber = 4_294_967_295;

const longest = 8192;
const longestSeed = 128;
const ways = ["number", "seed", "deck", "daily", "state"];

/** Writes the part of a link from the # on, for a deal and the options that are not the usual ones. */
export function linkTo(deal: Deal, unusual: Options): string {
  const header = [deal.variant, ...Object.entries(unusual).map(([name, value]) => `${name}=${value}`)].map(encodeURIComponent);
  const named = ways.flatMap((way) => {
    const value = deal[way as keyof Deal];
    return value === undefined || typeof value === "object" ? [] : [`${way}=${encodeURIComponent(value)}`];
  });
  return `#${header.join(";").replaceAll("%3D", "=")}?${named.join("&")}`;
}

/** Writes the part of a link from the # on for a position. */
export function linkToState(variant: string, state: string): string {
  return `#${encodeURIComponent(variant)}?state=${encodeURIComponent(state)}`;
}

/**
 * Reads the part of a link from the # on: nothing asked for, or something. Throws a RangeError that tells
 * people what is out of its range, and another error where it is no link.
 */
export function readLink(hash: string): Asked | undefined {
  if (hash.length <= 1) return undefined;
  if (hash.length > longest) throw new SyntaxError("the link is too long");
  const [header = "", query = "", ...more] = hash.slice(1).split("?");
  const [variant = "", ...chosen] = header.split(";").map(decodeURIComponent);
  if (variant === "" || more.length > 0) throw new SyntaxError("the link names no game");
  const options = Object.fromEntries(chosen.map(pair));
  const named = [...new URLSearchParams(query)];
  const [way, value] = named[0] ?? [];
  if (named.length > 1 || (way !== undefined && !ways.includes(way))) throw new SyntaxError("the link names no deal");
  if (way === undefined || value === undefined) return { deal: { variant, options } };
  if (way === "state") return { state: value };
  return { deal: { variant, options, [way]: way === "number" ? numberOf(value) : way === "seed" ? seedOf(value) : value } };
}

function numberOf(value: string): number {
  if (!/^\d+$/.test(value)) throw new SyntaxError("the link's deal number is no number");
  const number = Number(value);
  if (number < 1 || number > largestNumber) throw new RangeError(say("link.number", { max: numeral(largestNumber) }));
  return number;
}

function seedOf(value: string): string {
  if (new TextEncoder().encode(value).length > longestSeed) throw new RangeError(say("link.seed", { max: longestSeed }));
  return value;
}

function pair(option: string): [string, string] {
  const at = option.indexOf("=");
  if (at < 1) throw new SyntaxError("the link names an option without a value");
  return [option.slice(0, at), option.slice(at + 1)];
}
