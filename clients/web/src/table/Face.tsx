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
    <svg class="picture" viewBox="0 0 100 150" aria-hidden="true">
      <rect class="court-frame" x="1" y="1" width="98" height="148" rx="7" />
      <path class="court-band" d="M1 92 99 58" />
      {["", "rotate(180 50 75)"].map((turn) => (
        <g key={turn} transform={turn}>
          <use href={`#court-${rank}`} x="14" y="14" width="72" height="57.600" />
        </g>
      ))}
      <circle class="court-boss" cx="50" cy="75" r="17" />
      <use href={`#suit-${suit}`} x="40" y="65" width="20" height="20" />
    </svg>
  );
}

function Pips({ rank, suit }: { rank: string; suit: string }) {
  return (
    <svg class="picture" viewBox="0 0 100 150" aria-hidden="true">
      {rank === "A" && <use href={`#suit-${suit}`} x="22" y="47" width="56" height="56" />}
      {pipsOf(rank).map((pip) => (
        <use
          key={`${pip.x} ${pip.y}`}
          href={`#suit-${suit}`}
          x={pip.x - 12}
          y={pip.y - 12}
          width="24"
          height="24"
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
          <span class={court ? "great court" : "great"}>
            {court && <Sign id={`court-${rank}`} class="emblem" />}
            <Sign id={`suit-${suit}`} class="pip" />
          </span>
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
