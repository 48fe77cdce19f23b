// Cards as answers write them: two characters each, bottom first, "??" for one that cannot be seen.

/** What stands for a card that cannot be seen. */
export const hidden = "??";

/** Takes the text of a pile apart. */
export function cardsOf(text: string): readonly string[] {
  return text.match(/../g) ?? [];
}
