import { type Content, html } from '../html.ts'

/** The first letters of a store's name, where it has no logo. */
export function Monogram({ name }: { name: string }): Content {
  return html`<span class="monogram" aria-hidden="true">${lettersOf(name)}</span>`
}

function lettersOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s_-]+/u)
    .filter((word) => /\p{L}|\p{N}/u.test(word))
  const letters = words.slice(0, 2).map((word) => [...word].find((letter) => /\p{L}|\p{N}/u.test(letter)) ?? '')
  // Arabic letters would join into a syllable that means nothing: one is enough.
  return /\p{Script=Arabic}/u.test(letters[0] ?? '') ? (letters[0] ?? '') : letters.join('').toUpperCase() || 'Q'
}
