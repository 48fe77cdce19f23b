/** Where the signs of a number card lie, in a field that is 100 wide and 190 high. */
export interface Pip {
  readonly x: number;
  readonly y: number;
  /** Whether it stands on its head. */
  readonly turned: boolean;
}

const left = 21;
const middle = 50;
const right = 79;

// The upper half of each card and its middle line; the lower half is the upper one turned round. What
// lies above the middle and has no counterpart below stands in `above`.
const halves: Record<string, { half: readonly (readonly [number, number])[]; line?: readonly number[]; above?: readonly number[] }> = {
  "2": { half: [[middle, 18]] },
  "3": { half: [[middle, 18]], line: [middle] },
  "4": { half: [[left, 18], [right, 18]] },
  "5": { half: [[left, 18], [right, 18]], line: [middle] },
  "6": { half: [[left, 18], [right, 18]], line: [left, right] },
  "7": { half: [[left, 18], [right, 18]], line: [left, right], above: [56.5] },
  "8": { half: [[left, 18], [right, 18], [middle, 56.5]], line: [left, right] },
  "9": { half: [[left, 18], [right, 18], [left, 69.3], [right, 69.3]], line: [middle] },
  T: { half: [[left, 18], [right, 18], [left, 69.3], [right, 69.3], [middle, 43.7]] },
};

/** The signs of a number card, Two to Ten; none for other ranks. */
export function pipsOf(rank: string): readonly Pip[] {
  const card = halves[rank];
  if (card === undefined) return [];
  return [
    ...card.half.map(([x, y]) => ({ x, y, turned: false })),
    ...(card.above ?? []).map((y) => ({ x: middle, y, turned: false })),
    ...(card.line ?? []).map((x) => ({ x, y: 95, turned: false })),
    ...card.half.map(([x, y]) => ({ x: 100 - x, y: 190 - y, turned: true })),
  ];
}
