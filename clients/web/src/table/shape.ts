// How the places of the games that have places lie, and which way their cards go. Piles say of themselves
// what they are for; that 28 places form a pyramid or three peaks is all that has to be known besides.

/** A place in units of a card's width and of a row's height. */
export interface Place {
  readonly x: number;
  readonly row: number;
}

/** The places of a game and the space that they take. */
export interface Shape {
  readonly places: readonly Place[];
  readonly width: number;
  readonly rows: number;
  /** Whether cards are taken away two by two. */
  readonly pairs: boolean;
}

function rowOf(row: number, from: number, count: number): Place[] {
  return Array.from({ length: count }, (_, i) => ({ x: from + i, row }));
}

const pyramid: Shape = {
  places: [0, 1, 2, 3, 4, 5, 6].flatMap((row) => rowOf(row, (6 - row) / 2, row + 1)),
  width: 7,
  rows: 7,
  pairs: true,
};

const peaks: Shape = {
  places: [
    ...[1.5, 4.5, 7.5].flatMap((x) => rowOf(0, x, 1)),
    ...[1, 4, 7].flatMap((x) => rowOf(1, x, 2)),
    ...rowOf(2, 0.5, 9),
    ...rowOf(3, 0, 10),
  ],
  width: 10,
  rows: 4,
  pairs: false,
};

/** The shape of a variant's places. */
export function shapeOf(variant: string): Shape {
  return variant === "pyramid" ? pyramid : peaks;
}
