import { type Content, html } from '../../platform/ui/html.ts'
import type { GuidePart } from './guides/contents.ts'
import { OperationLink } from './reference/operation.ts'
import type { ReferencePage } from './reference/pages.ts'

/** All guides, and the pages of the reference. */
export interface Shelf {
  readonly parts: readonly GuidePart[]
  readonly reference: readonly ReferencePage[]
}

/** The contents of the docs. `current`: the path of the page below `/docs/`. The reference comes first on its pages. */
export function Navigation({ shelf, current = '' }: { shelf: Shelf; current?: string }): Content {
  const guides = GuideLinks({ parts: shelf.parts, current })
  const reference = ReferenceLinks({ pages: shelf.reference, current })
  return html`<nav class="side" aria-label="Contents">
    <details class="contents" open>
      <summary>Contents</summary>
      ${current.startsWith('reference') ? [reference, guides] : [guides, reference]}
    </details>
  </nav>`
}

/** Links to the guides, by part. `current`: the name of the current guide. */
export function GuideLinks({ parts, current }: { parts: readonly GuidePart[]; current?: string }): Content {
  return parts.map(
    ({ title, guides }) => html`<div class="nav-group">
      <p class="nav-tag">${title}</p>
      <ul>
        ${guides.map(({ name, title }) => html`<li>${NavLink({ address: `/docs/${name}`, title, isCurrent: name === current })}</li>`)}
      </ul>
    </div>`,
  )
}

/** Links to the pages of the reference. The current page also lists its operations. */
export function ReferenceLinks({ pages, current }: { pages: readonly ReferencePage[]; current?: string }): Content {
  const link = (name: string, title: string) =>
    NavLink({ address: `/docs/${name}`, title, isCurrent: name === current })
  return html`<div class="nav-group">
    <p class="nav-tag">API reference</p>
    <ul>
      <li>${link('reference', 'All operations')}</li>
      ${pages.map((page) => {
        const name = `reference/${page.name}`
        return html`<li>
          ${link(name, page.title)}
          ${
            name === current &&
            html`<ul class="nav-operations">
            ${page.endpoints.map(
              (endpoint) => html`<li data-for=${endpoint.operation.operationId}>
                ${OperationLink({ endpoint, address: '' })}
              </li>`,
            )}
          </ul>`
          }
        </li>`
      })}
      <li>${link('reference/shapes', 'Shapes')}</li>
    </ul>
  </div>`
}

function NavLink({ address, title, isCurrent }: { address: string; title: string; isCurrent: boolean }): Content {
  return html`<a href=${address} aria-current=${isCurrent ? 'page' : undefined}>${title}</a>`
}
