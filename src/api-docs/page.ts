import type { ApiDocument } from '../http/api-document.ts'
import type { Schema } from '../http/portable-schema.ts'
import { Ring } from '../ui/components/ring.ts'
import { type Content, html } from '../ui/html.ts'
import { renderDocument } from '../ui/layout/document.ts'
import { addresses } from './assets.ts'
import type { ExampleCaller } from './curl.ts'
import { endpointsOf, Method, OperationSection } from './operation.ts'
import { Inline, Prose } from './prose.ts'
import { Members, shapeId, Type } from './shape.ts'

/** The whole reference as one page that loads nothing from elsewhere and can be read without its script. */
export function renderReference(document: ApiDocument, caller: ExampleCaller): string {
  const { title } = document.info
  return renderDocument(
    { lang: 'en', title: `${title} API reference`, assets: addresses },
    html`<a class="skip" href="#main">Skip to the reference</a>
      <header class="top">
        <a class="wordmark" href="#main"><${Ring} filled=${1} size=${24} /><span>${title}</span></a>
        <span class="soft">API reference</span>
      </header>
      <div class="frame">
        <${Navigation} document=${document} />
        <main id="main" tabindex="-1">
          <${Introduction} document=${document} caller=${caller} />
          ${document.tags.map((tag) => html`<${Group} tag=${tag} document=${document} caller=${caller} />`)}
          <${Shapes} document=${document} />
          <p class="nothing soft" data-nothing hidden>Nothing here has these words.</p>
        </main>
      </div>`,
  )
}

function Navigation({ document }: { document: ApiDocument }): Content {
  return html`<nav aria-label="Reference">
    <search class="search" hidden data-search-box>
      <label for="search">Search</label>
      <input id="search" type="search" autocomplete="off" spellcheck=${false} placeholder="refund, webhook, 409 …" aria-describedby="found" />
      <p id="found" class="soft" role="status"></p>
    </search>
    <details class="contents" open>
      <summary>Contents</summary>
      ${document.tags.map(
        (tag) => html`<div class="nav-group">
          <a class="nav-tag" href=${`#${groupId(tag.name)}`}>${tag.name}</a>
          <ul>
            ${endpointsOf(document, tag.name).map(({ method, operation }) => html`<li data-for=${operation.operationId}><a href=${`#${operation.operationId}`}><${Method} method=${method} /><span>${operation.summary}</span></a></li>`)}
          </ul>
        </div>`,
      )}
      <div class="nav-group"><a class="nav-tag" href="#shapes">Shapes</a></div>
    </details>
  </nav>`
}

function groupId(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

function Introduction({ document, caller }: { document: ApiDocument; caller: ExampleCaller }): Content {
  return html`<section class="intro" data-intro>
    <h1>${document.info.title} API</h1>
    <${Prose} text=${document.info.description} />
    <dl class="facts">
      <div><dt>Base address</dt><dd><code>${caller.baseUrl}</code></dd></div>
      <div><dt>Region</dt><dd>${caller.region.toUpperCase()}</dd></div>
      <div><dt>Description</dt><dd><a href="/openapi.json">openapi.json</a>, OpenAPI ${document.openapi}</dd></div>
    </dl>
    ${caller.isSandbox && html`<p class="band">The examples carry the demo merchant's keys: they work on this sandbox as they stand, but for ids, which are yours to replace.</p>`}
  </section>`
}

function Group(props: { tag: ApiDocument['tags'][number]; document: ApiDocument; caller: ExampleCaller }): Content {
  const { tag, document, caller } = props
  return html`<section class="group" data-group aria-labelledby=${groupId(tag.name)}>
    <h2 id=${groupId(tag.name)}>${tag.name}</h2>
    <p class="soft"><${Inline} text=${tag.description} /></p>
    ${endpointsOf(document, tag.name).map((endpoint) => html`<${OperationSection} endpoint=${endpoint} document=${document} caller=${caller} />`)}
  </section>`
}

function Shapes({ document }: { document: ApiDocument }): Content {
  return html`<section class="group" data-group aria-labelledby="shapes">
    <h2 id="shapes">Shapes</h2>
    <p class="soft">What operations take and answer, by name.</p>
    ${Object.entries(document.components.schemas).map(([name, schema]) => {
      const shape = schema as Schema
      return html`<section class="shape" id=${shapeId(name)} data-search=${shapeSearchText(name, shape)}>
        <h3><a href=${`#${shapeId(name)}`}>${name}</a></h3>
        ${shape['properties'] ? html`<${Members} schema=${shape} />` : html`<p><${Type} schema=${shape} /></p>`}
      </section>`
    })}
  </section>`
}

function shapeSearchText(name: string, shape: Schema): string {
  return [name, ...Object.keys((shape['properties'] ?? {}) as object)].join(' ').toLowerCase()
}
