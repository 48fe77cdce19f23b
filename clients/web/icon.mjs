// Draws static/icon.svg as PNG, for home screens that take no SVG. It knows what that icon is made of, rects and
// paths of M, c, h and z under translate, scale and rotate, and refuses anything else: the bytes are the same
// wherever the page is built, which no browser's or system's renderer promises.
import { zlibSync } from "fflate";

// Lines per pixel in which an edge is measured, and the pieces of a curve.
const fine = 8;
const pieces = 16;

/** Draws an icon as wide and high as `size` pixels; gives the bytes of the PNG. */
export function draw(svg, size) {
  const { shapes, extent } = read(svg);
  const pixels = new Uint8Array(size * size * 3);
  for (const { outline, fill } of shapes) {
    const scaled = outline.map(([x, y]) => [(x * size) / extent, (y * size) / extent]);
    blend(pixels, coverage(scaled, size), fill);
  }
  return png(pixels, size);
}

// The outlines of the shapes in the order in which they lie on each other, and the width that they lie in.
function read(svg) {
  const extent = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const within = [[1, 0, 0, 1, 0, 0]];
  const shapes = [];
  for (const [tag, close, name, text] of svg.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    const attributes = Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
    const place = (attributes.transform?.match(/\w+\([^)]*\)/g) ?? []).map(transform).reduce(combine, within.at(-1));
    if (name === "g" && close === "") within.push(place);
    else if (name === "g") within.pop();
    else if (name === "rect") shapes.push(shape(roundRect(attributes), place, attributes));
    else if (name === "path") shapes.push(shape(path(attributes.d), place, attributes));
    else if (name !== "svg" && name !== "title") throw new Error(`the icon holds ${tag}, which is not drawn`);
  }
  return { shapes, extent };
}

function shape(outline, [a, b, c, d, e, f], { fill }) {
  if (!/^#[0-9a-f]{6}$/.test(fill)) throw new Error(`the fill ${fill} is no colour like #2f7159`);
  return { outline: outline.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]), fill };
}

function transform(text) {
  const [, name, list] = /(\w+)\(([^)]*)\)/.exec(text);
  const [x, y = name === "scale" ? x : 0, z = 0] = list.split(/[\s,]+/).map(Number);
  if (name === "translate") return [1, 0, 0, 1, x, y];
  if (name === "scale") return [x, 0, 0, y, 0, 0];
  if (name !== "rotate") throw new Error(`the icon has ${text}, which is not drawn`);
  const [sin, cos] = [Math.sin((x * Math.PI) / 180), Math.cos((x * Math.PI) / 180)];
  return [cos, sin, -sin, cos, y - cos * y + sin * z, z - sin * y - cos * z];
}

function combine([a, b, c, d, e, f], [g, h, i, j, k, l]) {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function roundRect({ x = 0, y = 0, width, height, rx = 0 }) {
  const [left, top, radius] = [x, y, rx].map(Number);
  const [right, bottom] = [left + Number(width), top + Number(height)];
  const corners = [
    [right - radius, bottom - radius],
    [left + radius, bottom - radius],
    [left + radius, top + radius],
    [right - radius, top + radius],
  ];
  return corners.flatMap(([cx, cy], quarter) =>
    Array.from({ length: pieces + 1 }, (_, at) => {
      const angle = ((quarter + at / pieces) * Math.PI) / 2;
      return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
    }),
  );
}

function path(text) {
  const outline = [];
  for (const [, command, list] of text.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (list.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const [x, y] = outline.at(-1) ?? [0, 0];
    if (command === "M") outline.push(numbers);
    else if (command === "h") outline.push([x + numbers[0], y]);
    else if (command === "c") for (let at = 0; at < numbers.length; at += 6) curve(outline, numbers.slice(at, at + 6));
    else if (command !== "z") throw new Error(`the icon has a path with ${command}, which is not drawn`);
  }
  return outline;
}

function curve(outline, [ax, ay, bx, by, cx, cy]) {
  const [x, y] = outline.at(-1);
  for (let at = 1; at <= pieces; at++) {
    const [t, s] = [at / pieces, 1 - at / pieces];
    const along = (a, b, c) => 3 * s * s * t * a + 3 * s * t * t * b + t * t * t * c;
    outline.push([x + along(ax, bx, cx), y + along(ay, by, cy)]);
  }
}

// How much of each pixel lies within an outline, 0 to 1.
function coverage(outline, size) {
  const covered = new Float64Array(size * size);
  for (let line = 0; line < size * fine; line++) {
    const y = (line + 0.5) / fine;
    const crossings = [];
    outline.forEach(([x1, y1], at) => {
      const [x2, y2] = outline[(at + 1) % outline.length];
      if (y1 <= y !== y2 <= y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    });
    crossings.sort((one, other) => one - other);
    const row = Math.floor(line / fine) * size;
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const from = Math.max(crossings[at], 0);
      const to = Math.min(crossings[at + 1], size);
      for (let x = Math.floor(from); x < to; x++) covered[row + x] += (Math.min(to, x + 1) - Math.max(from, x)) / fine;
    }
  }
  return covered;
}

function blend(pixels, covered, fill) {
  const colour = [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16));
  covered.forEach((share, at) => {
    colour.forEach((value, channel) => {
      const index = at * 3 + channel;
      pixels[index] = Math.round(pixels[index] + (value - pixels[index]) * Math.min(share, 1));
    });
  });
}

function png(pixels, size) {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, size);
  header.setUint32(4, size);
  header.setUint32(8, 0x08020000); // eight bits for each of red, green and blue
  const rows = new Uint8Array(size * (size * 3 + 1));
  for (let y = 0; y < size; y++) rows.set(pixels.subarray(y * size * 3, (y + 1) * size * 3), y * (size * 3 + 1) + 1);
  const sign = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const parts = [
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("IDAT", zlibSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ];
  return Buffer.concat([sign, ...parts]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [data.length, checksum(body)].map((number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(number);
    return bytes;
  });
  return Buffer.concat([length, body, sum]);
}

function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
