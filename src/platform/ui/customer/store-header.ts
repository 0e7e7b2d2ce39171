import { type Content, html } from '../html.ts'

interface StoreHeaderProps {
  readonly storeName: string
  /** The address of the store's logo; undefined: no logo. */
  readonly logo?: string | undefined
  /** The order, below the name. */
  readonly order: Content
  /** The amounts, beside the name. */
  readonly children?: Content
}

/** The store of the order: logo or initials, and name. */
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

/** The initials of a store without a logo. */
function Monogram({ name }: { name: string }): Content {
  return html`<span class="monogram" aria-hidden="true">${lettersOf(name)}</span>`
}

function lettersOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s_-]+/u)
    .filter((word) => /\p{L}|\p{N}/u.test(word))
  const letters = words.slice(0, 2).map((word) => [...word].find((letter) => /\p{L}|\p{N}/u.test(letter)) ?? '')
  // Two Arabic letters would join into a meaningless syllable.
  return /\p{Script=Arabic}/u.test(letters[0] ?? '') ? (letters[0] ?? '') : letters.join('').toUpperCase() || 'Q'
}
