import { type Content, html } from '../html.ts'

interface StoreHeaderProps {
  readonly storeName: string
  /** Where its logo is; undefined where it has none. */
  readonly logo?: string | undefined
  /** Below the name: which order it is. */
  readonly order: Content
  /** Beside it: what it costs. */
  readonly children?: Content
}

/** Whose order it is. */
export function StoreHeader({ storeName, logo, order, children }: StoreHeaderProps): Content {
  return html`<div class="store">
    ${
      logo === undefined
        ? Monogram({ name: storeName })
        : html`<img class="logo" src=${logo} alt="" width="44" height="44" />`
    }
    <div class="store-name">
      <p class="strong"><bdi>${storeName}</bdi></p>
      ${order && html`<p class="soft small">${order}</p>`}
    </div>
    ${children}
  </div>`
}

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
