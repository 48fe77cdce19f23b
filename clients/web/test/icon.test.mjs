import assert from "node:assert/strict";
import { test } from "node:test";
import { draw } from "../icon.mjs";
import { origin, visit } from "./harness.mjs";

test("each icon has the size that is told, and shows what the drawing shows", async (t) => {
  const page = await visit(t);
  const manifest = await (await fetch(`${await origin()}/manifest.webmanifest`)).json();
  const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  const icons = [{ src: apple, sizes: "180x180" }, ...manifest.icons.filter(({ type }) => type === "image/png")];
  assert.ok(icons.length >= 3, `${icons.length} pictures`);
  for (const { src, sizes } of icons) {
    const { size, far } = await page.evaluate(async (name) => {
      const [picture, drawing] = await Promise.all(
        [name, "icon.svg"].map(async (from) => {
          const image = new Image();
          image.src = from;
          await image.decode();
          return image;
        }),
      );
      const { naturalWidth: width, naturalHeight: height } = picture;
      const [one, other] = [picture, drawing].map((image) => {
        const canvas = new OffscreenCanvas(width, height).getContext("2d");
        canvas.drawImage(image, 0, 0, width, height);
        return canvas.getImageData(0, 0, width, height).data;
      });
      return { size: `${width}x${height}`, far: one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length };
    }, src);
    assert.equal(size, sizes, src);
    assert.ok(far < 1, `${src} is ${far} of 255 away from the drawing`);
  }
});

test("an icon that would be drawn wrongly is refused", () => {
  const icon = (inside) => `<svg viewBox="0 0 8 8">${inside}</svg>`;
  for (const inside of [
    '<circle cx="4" cy="4" r="2" fill="#ffffff"/>',
    '<rect width="8" height="8" fill="white"/>',
    '<g transform="skewX(3)"></g>',
    '<path d="M1 1l2 2z" fill="#ffffff"/>',
  ]) {
    assert.throws(() => draw(icon(inside), 8), /no colour|not drawn/, inside);
  }
});
