const paths = {
  about: "M12 11v6M12 7.500v.01M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18z",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6 6 18",
  finish: "M5 4h14M12 20V9M7 13.500l5-5 5 5",
  first: "M6 5v14M18 5l-9 7 9 7z",
  forward: "M9 5l7 7-7 7",
  hint: "M9.500 18.500h5M10.500 21.500h3M8.800 15.500a6.500 6.500 0 1 1 6.400 0z",
  keys: "M3 7h18v11H3zM7 11v.01M11 11v.01M15 11v.01M8 14.500h8",
  last: "M18 5v14M6 5l9 7-9 7z",
  menu: "M4 7h16M4 12h16M4 17h16",
  new: "M12 5v14M5 12h14",
  pause: "M8.500 5.500v13M15.500 5.500v13",
  play: "M8 5l11 7-11 7z",
  records: "M5 4h14v16H5zM9 9h6M9 12.500h6M9 16h3",
  redo: "M16 5l4.500 4.500L16 14M20.500 9.500H9.500a5.500 5.500 0 0 0 0 11h3",
  restart: "M4 4.500v5.500h5.500M4.800 15.500a8 8 0 1 0 .5-8L4 10",
  rules: "M12 6.500c-2-1.700-5-2-8-1.500v13c3-.5 6-.2 8 1.500M12 6.500c2-1.700 5-2 8-1.500v13c-3-.5-6-.2-8 1.500z",
  sealed: "M6 11h12v9.500H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3M12 14.500v2.500",
  settings:
    "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5zM8 14.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z",
  share: "M12 15V4M8 7.500 12 3.500l4 4M6 11H5v9h14v-9h-1",
  statistics: "M5 20v-7M12 20V4M19 20v-11",
  undo: "M8 5 3.500 9.500 8 14M3.500 9.500h11a5.500 5.500 0 0 1 0 11h-3",
  winnable: "M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM9.300 9.300a2.800 2.800 0 1 1 4 3.200c-.9.5-1.300 1-1.300 1.900M12 17.300v.01",
} as const;

/** The name of a sign on a button. */
export type Sign = keyof typeof paths;

/** A sign, for the eye only: what carries it has a name of its own. */
export function Icon({ sign }: { sign: Sign }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[sign]} />
    </svg>
  );
}
