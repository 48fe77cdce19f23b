/**
 * Throws a RangeError unless an option is a number from 0 to the largest one. NaN is
 * none: it compares as no bound at all.
 */
export function expectNumber(name: string, value: unknown, largest = Number.POSITIVE_INFINITY): void {
  if (typeof value !== "number" || !(value >= 0 && value <= largest)) {
    const kind = largest === Number.POSITIVE_INFINITY ? "a number" : "a finite number";
    throw new RangeError(`${name}: expected ${kind} from 0, but found ${String(value)}`);
  }
}
