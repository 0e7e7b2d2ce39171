import { type Content, html } from '../../../platform/ui/html.ts'
import type { GuidePart } from './read-guides.ts'

interface GuideLinksProps {
  readonly parts: readonly GuidePart[]
  /** The name of the guide that is read. */
  readonly current?: string | undefined
}

/** The guides by parts, with links. */
export function GuideLinks({ parts, current }: GuideLinksProps): Content {
  return parts.map(
    ({ title, guides }) => html`<div class="nav-group">
      <p class="nav-tag">${title}</p>
      <ul>
        ${guides.map(
          (guide) =>
            html`<li>
              <a href=${`/docs/${guide.name}`} aria-current=${guide.name === current ? 'page' : undefined}>
                ${guide.title}
              </a>
            </li>`,
        )}
      </ul>
    </div>`,
  )
}

/** The navigation beside every page but the reference. */
export function Navigation(props: { parts: readonly GuidePart[]; current?: string; tags: readonly string[] }): Content {
  return html`<nav class="side" aria-label="Guides">
    <details class="contents" open>
      <summary>Contents</summary>
      ${GuideLinks({ parts: props.parts, current: props.current })}
      <div class="nav-group">
        <p class="nav-tag">API reference</p>
        <ul>
          ${props.tags.map((tag) => html`<li><a href=${`/docs#${groupId(tag)}`}>${tag}</a></li>`)}
        </ul>
      </div>
    </details>
  </nav>`
}

/** Where the reference has the operations of a tag. */
export function groupId(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}
