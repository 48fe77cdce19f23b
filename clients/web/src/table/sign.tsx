// The signs of the cards as drawings of our own: letters of a system font differ from device to device,
// and phones show the suits of a font as emoji.

/** The signs that are drawn once and shown again by reference. */
export function Signs() {
  return (
    <svg class="signs" aria-hidden="true" width="0" height="0">
      <symbol id="suit-h" viewBox="0 0 100 100">
        <path d="M50 93C22 70 6 53 6 33 6 17 17 7 29.500 7 39 7 46.500 12.500 50 21.500 53.500 12.500 61 7 70.500 7 83 7 94 17 94 33 94 53 78 70 50 93Z" />
      </symbol>
      <symbol id="suit-d" viewBox="0 0 100 100">
        <path d="M50 3C58.500 19.500 71 36 85 50 71 64 58.500 80.500 50 97 41.500 80.500 29 64 15 50 29 36 41.500 19.500 50 3Z" />
      </symbol>
      <symbol id="suit-s" viewBox="0 0 100 100">
        <path d="M50 4C59 22 92 40 92 62.500 92 75 82.500 82.500 72 82.500 64.500 82.500 58 79 54 72.500 54.700 83 58.500 90 66 96H34C41.500 90 45.300 83 46 72.500 42 79 35.500 82.500 28 82.500 17.500 82.500 8 75 8 62.500 8 40 41 22 50 4Z" />
      </symbol>
      <symbol id="suit-c" viewBox="0 0 100 100">
        <path d="M50 4A21.500 21.500 0 0 1 65.500 40.400 21.500 21.500 0 1 1 54.300 69.500C54.800 82 58.500 90 66 96H34C41.500 90 45.200 82 45.700 69.500A21.500 21.500 0 1 1 34.500 40.400 21.500 21.500 0 0 1 50 4Z" />
      </symbol>
      <symbol id="rank-A" viewBox="0 0 68 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M8 91 34 9 60 91M17.500 63H50.500" />
      </symbol>
      <symbol id="rank-2" viewBox="0 0 62 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M9 31C9 17.500 18 9 31 9S53 17.500 53 30C53 47 29 62 9 91H54" />
      </symbol>
      <symbol id="rank-3" viewBox="0 0 62 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M10 22C14 14 21 9 30.500 9 42 9 51 16.500 51 27.500S42 46 28 46C43 46 53.500 54.500 53.500 68.500S43.500 91 30 91C19.500 91 11.500 85.500 8 77" />
      </symbol>
      <symbol id="rank-4" viewBox="0 0 66 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M46 91V9L8 67H59" />
      </symbol>
      <symbol id="rank-5" viewBox="0 0 62 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M50 9H17L13 46C18 41.500 24 39.500 30 39.500 43.500 39.500 53.500 49.500 53.500 65S43.500 91 30 91C19.500 91 11.500 85.500 8 77" />
      </symbol>
      <symbol id="rank-6" viewBox="0 0 64 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M50 18C46 12 40.500 9 34.500 9 17 9 8.500 30 8.500 58 8.500 79 18 91 32 91S55.500 81 55.500 66.500 46 43 33 43 8.500 54 8.500 66" />
      </symbol>
      <symbol id="rank-7" viewBox="0 0 62 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M8 9H54C38 36 28 62 25 91" />
      </symbol>
      <symbol id="rank-8" viewBox="0 0 64 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M32 46C42.500 46 51 38 51 27.500S42.500 9 32 9 13 17 13 27.500 21.500 46 32 46 55.500 55.500 55.500 68.500 45 91 32 91 8.500 81.500 8.500 68.500 19 46 32 46Z" />
      </symbol>
      <symbol id="rank-9" viewBox="0 0 64 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M14 82C18 88 23.500 91 29.500 91 47 91 55.500 70 55.500 42 55.500 21 46 9 32 9S8.500 19 8.500 33.500 18 57 31 57 55.500 46 55.500 34" />
      </symbol>
      <symbol id="rank-T" viewBox="0 0 90 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M8 24 22 9V91M61 9C72 9 81 22 81 50S72 91 61 91 41 78 41 50 50 9 61 9Z" />
      </symbol>
      <symbol id="rank-J" viewBox="0 0 56 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M46 9V66C46 82 38.500 91 26.500 91 15.500 91 8 83.500 8 71" />
      </symbol>
      <symbol id="rank-Q" viewBox="0 0 74 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M36 9C52 9 64 24 64 50S52 91 36 91 8 76 8 50 20 9 36 9ZM43 69 65 93" />
      </symbol>
      <symbol id="rank-K" viewBox="0 0 66 100" preserveAspectRatio="xMinYMid">
        <path class="line" d="M10 9V91M56 9 10 57M26 41 58 91" />
      </symbol>
      <symbol id="court-K" viewBox="-40 -34 80 64">
        <path d="M-25 9-31-13-14.500-3 0-22 14.500-3 31-13 25 9Z" />
        <path d="M-25 14H25V22H-25Z" />
        <g class="gold">
          <circle cx="-31" cy="-17" r="3.600" />
          <circle cx="31" cy="-17" r="3.600" />
          <path d="M-1.600-33H1.600V-29.600H5V-26.400H1.600V-22H-1.600V-26.400H-5V-29.600H-1.600Z" />
          <circle cx="-14" cy="18" r="1.900" />
          <circle cx="0" cy="18" r="1.900" />
          <circle cx="14" cy="18" r="1.900" />
        </g>
      </symbol>
      <symbol id="court-Q" viewBox="-40 -34 80 64">
        <path d="M-23 9-29-9C-24-5-18-7-15.500-15-13-6-5-8 0-19 5-8 13-6 15.500-15 18-7 24-5 29-9L23 9Z" />
        <path d="M-23 14C-8 18 8 18 23 14V20C8 24-8 24-23 20Z" />
        <g class="gold">
          <circle cx="-29.500" cy="-13" r="3.200" />
          <circle cx="-15.500" cy="-19" r="3.200" />
          <circle cx="0" cy="-23.500" r="3.800" />
          <circle cx="15.500" cy="-19" r="3.200" />
          <circle cx="29.500" cy="-13" r="3.200" />
        </g>
      </symbol>
      <symbol id="court-J" viewBox="-40 -34 80 64">
        <path d="M0-33C8.500-22 11-12 5.500 3H-5.500C-11-12-8.500-22 0-33Z" />
        <path d="M9.500 3C10.500-8 17-17.500 25.500-16.500 33-15.500 34.500-5.500 29-1 25.500 1.800 20.500.5 20.500-3.300 20.500-5.500 22-6.600 23.600-6.400 21.500-9 16.500-6 15.500 3Z" />
        <path d="M-9.500 3C-10.500-8-17-17.500-25.500-16.500-33-15.500-34.500-5.500-29-1-25.500 1.800-20.500.5-20.500-3.300-20.500-5.500-22-6.600-23.600-6.400-21.500-9-16.500-6-15.500 3Z" />
        <path d="M-4.500 14H4.500C5.500 19.500 3.500 24 0 29-3.500 24-5.500 19.500-4.500 14ZM8 14H14C13.500 18 16 20.500 20 20.500 16 25 8.500 23 8 14ZM-8 14H-14C-13.500 18-16 20.500-20 20.500-16 25-8.500 23-8 14Z" />
        <path class="gold" d="M-16 6H16V11H-16Z" />
      </symbol>
    </svg>
  );
}

/** A sign of the sheet in the colour of its surroundings. */
export function Sign({ id, class: name }: { id: string; class?: string }) {
  return (
    <svg class={name} aria-hidden="true">
      <use href={`#${id}`} />
    </svg>
  );
}
