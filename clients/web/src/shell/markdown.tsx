// The rule pages are Markdown: headings, paragraphs, lists, tables, blocks of code, and in them code,
// emphasis and links. They come from the service, so that they are drawn as elements and never as HTML;
// what is none of these is shown as it is written, and of a link only its words.

import type { ComponentChildren, JSX } from "preact";

/** Draws a Markdown text; its headings begin below those of the page that it stands in. */
export function Markdown({ text, below }: { text: string; below: number }) {
  return <>{blocksOf(text.replaceAll("\r\n", "\n").split("\n"), below)}</>;
}

function blocksOf(lines: readonly string[], below: number): JSX.Element[] {
  const blocks: JSX.Element[] = [];
  let at = 0;
  const take = (wanted: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && wanted(lines[at] ?? "")) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (line.trim() === "") {
      at += 1;
    } else if (heading !== null) {
      at += 1;
      const Level = `h${Math.min((heading[1]?.length ?? 1) + below, 6)}` as "h2";
      blocks.push(<Level key={at}>{inline(heading[2] ?? "")}</Level>);
    } else if (line.startsWith("```")) {
      at += 1;
      const code = take((one) => !one.startsWith("```"));
      at += 1;
      blocks.push(
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page scrolls, also by keyboard
        <pre key={at} tabIndex={0}>
          <code>{code.join("\n")}</code>
        </pre>,
      );
    } else if (line.startsWith("|")) {
      blocks.push(<Table key={at} rows={take((one) => one.startsWith("|"))} />);
    } else if (/^\s*[-*] /.test(line)) {
      const items: string[] = [];
      for (const one of take((one) => one.trim() !== "")) {
        const item = /^\s*[-*] (.*)$/.exec(one);
        // A line without a dash goes on with the item before.
        items.push(item === null ? `${items.pop() ?? ""} ${one.trim()}` : (item[1] ?? ""));
      }
      blocks.push(
        <ul key={at}>
          {items.map((item, i) => (
            <li key={i}>{inline(item)}</li>
          ))}
        </ul>,
      );
    } else {
      blocks.push(<p key={at}>{inline(take((one) => one.trim() !== "" && !/^(#{1,6} |```|\|)/.test(one)).join(" "))}</p>);
    }
  }
  return blocks;
}

function Table({ rows }: { rows: readonly string[] }) {
  const cells = rows.map((row) =>
    row
      .replace(/^\||\|\s*$/g, "")
      .split("|")
      .map((cell) => cell.trim()),
  );
  const [head = [], rule = [], ...body] = cells;
  const right = rule.map((cell) => cell.endsWith(":"));
  const name = (column: number) => (right[column] === true ? "figure" : "");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page scrolls, also by keyboard
    <div class="wide" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, i) => (
              <th key={i} scope="col" class={name(i)}>
                {inline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, i) => (
            <tr key={i}>
              {row.map((cell, column) => (
                <td key={column} class={name(column)}>
                  {inline(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const inlines = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\][]+)\]\([^()]*\)/g;

function inline(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(inlines)) {
    const [whole, code, strong, emphasis, words] = match;
    parts.push(text.slice(end, match.index));
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (strong !== undefined) parts.push(<strong>{strong}</strong>);
    else if (emphasis !== undefined) parts.push(<em>{emphasis}</em>);
    else parts.push(words);
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
