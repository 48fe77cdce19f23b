import { Component } from "preact";
import { pipsOf } from "./pips.ts";
import { Sign } from "./sign.tsx";

const courts = "JQK";

/** How much a card shows: its whole picture, or large signs for small cards and weak eyes. */
export type Detail = "full" | "large";

function Index({ rank, suit }: { rank: string; suit: string }) {
  return (
    <span class="index">
      <Sign id={`rank-${rank}`} class="rank" />
      <Sign id={`suit-${suit}`} class="suit" />
    </span>
  );
}

function Court({ rank, suit }: { rank: string; suit: string }) {
  return (
    <svg class="picture" viewBox="0 0 100 190" aria-hidden="true">
      <rect class="court-frame" x="7" y="1" width="86" height="188" rx="7" />
      <path class="court-band" d="M7 114 93 76" />
      {["", "rotate(180 50 95)"].map((turn) => (
        <g key={turn} transform={turn}>
          <use href={`#court-${rank}`} x="10" y="14" width="80" height="64" />
        </g>
      ))}
      <circle class="court-boss" cx="50" cy="95" r="20" />
      <use href={`#suit-${suit}`} x="37.500" y="82.500" width="25" height="25" />
    </svg>
  );
}

function Pips({ rank, suit }: { rank: string; suit: string }) {
  return (
    <svg class="picture" viewBox="0 0 100 190" aria-hidden="true">
      {rank === "A" && <use href={`#suit-${suit}`} x="18" y="63" width="64" height="64" />}
      {pipsOf(rank).map((pip) => (
        <use
          key={`${pip.x} ${pip.y}`}
          href={`#suit-${suit}`}
          x={pip.x - 15}
          y={pip.y - 15}
          width="30"
          height="30"
          transform={pip.turned ? `rotate(180 ${pip.x} ${pip.y})` : undefined}
        />
      ))}
    </svg>
  );
}

interface FaceProps {
  /** Two characters: rank and suit. */
  card: string;
  detail: Detail;
}

/** The face of a card. */
export class Face extends Component<FaceProps> {
  // Most moves leave most cards as they are.
  override shouldComponentUpdate(next: FaceProps): boolean {
    return next.card !== this.props.card || next.detail !== this.props.detail;
  }

  override render({ card, detail }: FaceProps) {
    const rank = card.charAt(0);
    const suit = card.charAt(1);
    const court = courts.includes(rank);
    return (
      <span class={`face ${detail} suit-${suit}`}>
        <Index rank={rank} suit={suit} />
        {detail === "large" ? (
          <Sign id={court ? `court-${rank}` : `suit-${suit}`} class={court ? "great court" : "great"} />
        ) : (
          <>
            {court ? <Court rank={rank} suit={suit} /> : <Pips rank={rank} suit={suit} />}
            <Index rank={rank} suit={suit} />
          </>
        )}
      </span>
    );
  }
}
