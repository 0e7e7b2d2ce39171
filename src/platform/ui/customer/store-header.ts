import { type Content, html } from '../html.ts'
import { Monogram } from './monogram.ts'

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
