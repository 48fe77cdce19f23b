/** Where the signs of a number card lie, in a field that is 100 wide and 150 high. */
export interface Pip {
  readonly x: number;
  readonly y: number;
  /** Whether it stands on its head. */
  readonly turned: boolean;
}

const left = 20;
const middle = 50;
const right = 80;

// The upper half of each card and its middle line; the lower half is the upper one turned round. What
// lies above the middle and has no counterpart below stands in `above`.
const halves: Record<string, { half: readonly (readonly [number, number])[]; line?: readonly number[]; above?: readonly number[] }> = {
  "2": { half: [[middle, 15]] },
  "3": { half: [[middle, 15]], line: [middle] },
  "4": { half: [[left, 15], [right, 15]] },
  "5": { half: [[left, 15], [right, 15]], line: [middle] },
  "6": { half: [[left, 15], [right, 15]], line: [left, right] },
  "7": { half: [[left, 15], [right, 15]], line: [left, right], above: [45] },
  "8": { half: [[left, 15], [right, 15], [middle, 45]], line: [left, right] },
  "9": { half: [[left, 15], [right, 15], [left, 55], [right, 55]], line: [middle] },
  T: { half: [[left, 15], [right, 15], [left, 55], [right, 55], [middle, 35]] },
};

/** The signs of a number card, Two to Ten; none for other ranks. */
export function pipsOf(rank: string): readonly Pip[] {
  const card = halves[rank];
  if (card === undefined) return [];
  return [
    ...card.half.map(([x, y]) => ({ x, y, turned: false })),
    ...(card.above ?? []).map((y) => ({ x: middle, y, turned: false })),
    ...(card.line ?? []).map((x) => ({ x, y: 75, turned: false })),
    ...card.half.map(([x, y]) => ({ x: 100 - x, y: 150 - y, turned: true })),
  ];
}
