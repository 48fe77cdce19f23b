// What the service tells about its games, in the words of the page.

import type { Deal, Game, Variant } from "@talon-solitaire/client";
import { play } from "../play/play.ts";
import { say, sayIfKnown } from "../text/say.ts";

export type Option = Variant["options"][number];
export type Options = Readonly<Record<string, string>>;

/** The name of a game for people. */
export function titleOf(variant: string): string {
  return find(variant)?.title ?? variant;
}

/** What the service tells about a game. */
export function find(variant: string): Variant | undefined {
  return play.variants.value.find((one) => one.variant === variant);
}

/** The name of an option for people. */
export function optionName(option: string): string {
  return sayIfKnown(`option.${option}`, option.replaceAll("_", " "));
}

/** A value of an option for people. */
export function valueName(option: string, value: string): string {
  return sayIfKnown(`value.${option}.${value}`, sayIfKnown(`value.${value}`, value));
}

/** Leaves out the options that have their default. */
export function unusual(variant: Variant, options: Options): Record<string, string> {
  return Object.fromEntries(
    variant.options.flatMap(({ name, default: usual }) => {
      const value = options[name];
      return value === undefined || value === usual ? [] : [[name, value] as const];
    }),
  );
}

/** Every option with a value: of some options those that the game still has and takes, else the default. */
export function usable(variant: Variant, options: Options): Record<string, string> {
  return Object.fromEntries(
    variant.options.map((option) => {
      const value = options[option.name];
      return [option.name, value !== undefined && takes(option, value) ? value : option.default];
    }),
  );
}

/** Whether an option takes a value. */
export function takes(option: Option, value: string): boolean {
  if (option.type === "CHOICE") return option.values.includes(value);
  return (option.unlimited && value === "unlimited") || (/^\d{1,10}$/.test(value) && Number(value) <= (option.max ?? 0));
}

/** The table of proved deals for some options; how points are counted does not matter to it. */
export function tableFor(variant: Variant, options: Options): Variant["dealTables"][number] | undefined {
  const { scoring: _, ...chosen } = unusual(variant, options);
  return variant.dealTables.find((table) => same(table.options, chosen));
}

function same(a: Options, b: Options): boolean {
  return Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value);
}

/** How a game was dealt in a few words: its number, that it is sealed, and the options that are not the usual ones. */
export function dealOf(deal: Deal | null, game: Game): string {
  const variant = find(game.variant);
  const options = variant === undefined ? [] : Object.entries(unusual(variant, game.options));
  const parts = options.map(([name, value]) => `${optionName(name)}: ${valueName(name, value)}`);
  if (game.seal !== undefined) parts.unshift(say("deal.sealed"));
  if (deal?.number !== undefined) parts.unshift(say("deal.number", { number: String(deal.number) }));
  return parts.join(" · ");
}
