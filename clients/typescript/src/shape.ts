import { TalonError } from "./error.js";
import type { DealGameResponse, Seal } from "./generated/types.js";

/** What a value of an answer has to be: a word, a list of one shape, or the shapes of fields. */
export type Shape = Word | readonly [Shape] | { readonly [field: string]: Shape };

type Word = keyof typeof words;

const words = {
  text: (value: unknown) => typeof value === "string",
  number: (value: unknown) => typeof value === "number",
  flag: (value: unknown) => typeof value === "boolean",
  object: isObject,
  state: (value: unknown) => typeof value === "string" && /^([a-z]+\/|talon1\.[a-z]+-)\d/.test(value),
};

// What a session holds of a game; the rest is for whoever draws it.
const game: Shape = {
  state: "state",
  variant: "text",
  options: "object",
  status: "text",
  moveCount: "number",
  score: "number",
};

const deal: Shape = { variant: "text", options: "object" };

/** The shapes that a session relies on, by the calls whose answers have them. */
export const shapes = {
  DealGame: { game },
  InspectGame: { game },
  ApplyMoves: { game, events: ["object"] },
  FinishGame: { game, events: ["object"], moves: [{ move: "text" }] },
  ReplayGame: { snapshots: [{ state: "state" }], differences: ["object"] },
  ConvertPosition: { text: "text", state: "state", variant: "text", options: "object", moves: ["text"] },
} as const satisfies Record<string, Shape>;

/**
 * Gives an answer back that has the shape of its call. For any other one it throws a
 * TalonError that says where the answer is something else.
 */
export function shaped<Answer extends object>(rpc: keyof typeof shapes, answer: Answer): Answer {
  expectShape(rpc, "", answer, shapes[rpc]);
  if ("game" in answer && isObject(answer.game)) {
    const { moves, seal } = answer.game;
    if (moves !== undefined) {
      expectShape(rpc, "game.moves", moves, [{ move: "text" }]);
    }
    if (seal !== undefined) {
      expectShape(rpc, "game.seal", seal, { secret: "flag", commitment: "text" });
      if ((seal as Seal).deal !== undefined) {
        expectShape(rpc, "game.seal.deal", (seal as Seal).deal, deal);
      }
    }
    // The deal of a secret game is not told.
    if (rpc === "DealGame" && !(isObject(seal) && seal.secret === true)) {
      expectShape(rpc, "deal", (answer as DealGameResponse).deal, deal);
    }
  }
  return answer;
}

/** The error of an answer that is not one of the service. */
export function misshapen(rpc: string, path: string, expected: string): TalonError {
  const message = `${rpc}: the answer is not one of the service: ${path}: expected ${expected}`;
  return new TalonError({ code: "UNKNOWN", message, rpc });
}

function expectShape(rpc: string, path: string, value: unknown, shape: Shape): void {
  if (typeof shape === "string") {
    if (!words[shape](value)) {
      throw misshapen(rpc, path, `a ${shape}`);
    }
  } else if (isList(shape)) {
    if (!Array.isArray(value)) {
      throw misshapen(rpc, path, "a list");
    }
    for (const [i, item] of value.entries()) {
      expectShape(rpc, `${path}[${i}]`, item, shape[0]);
    }
  } else {
    if (!isObject(value)) {
      throw misshapen(rpc, path, "an object");
    }
    for (const [field, of] of Object.entries(shape)) {
      expectShape(rpc, path === "" ? field : `${path}.${field}`, value[field], of);
    }
  }
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
