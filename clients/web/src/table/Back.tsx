/** The back of a card: a fine lattice, and the mark of the talon. */
export function Back() {
  return (
    <span class="back" aria-hidden="true">
      <svg class="lattice" aria-hidden="true">
        <rect width="100%" height="100%" fill="url(#lattice)" />
      </svg>
    </span>
  );
}

/** What the backs refer to; drawn once. */
export function Lattice() {
  return (
    <svg class="signs" aria-hidden="true" width="0" height="0">
      <pattern id="lattice" width="10" height="10" patternUnits="userSpaceOnUse">
        <path class="lattice-line" d="M-1 6 6-1M-1-1 11 11M4 11 11 4" />
        <path class="lattice-dot" d="M5 8.600 6.400 10 5 11.400 3.600 10ZM5-1.400 6.400 0 5 1.400 3.600 0Z" />
      </pattern>
    </svg>
  );
}
