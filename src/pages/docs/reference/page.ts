import type { ApiDocument } from '../../../platform/http/api-document.ts'
import type { Schema } from '../../../platform/http/portable-schema.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { referenceAssets } from '../assets.ts'
import { renderFrame, type Site } from '../frame.ts'
import { Navigation, type Shelf } from '../navigation.ts'
import { Inline, Prose } from '../prose.ts'
import { OperationLink, OperationSection } from './operation.ts'
import { pageAddress, type ReferencePage } from './pages.ts'
import { Members, shapeId, Type } from './shape.ts'

/** Returns `/docs/reference`: how to call the API, and all operations as links. */
export function renderReferenceIndex(site: Site, shelf: Shelf, document: ApiDocument): string {
  return renderIn(
    { site, shelf, current: 'reference', title: 'API reference' },
    html`<section class="intro" id="reference" aria-labelledby="reference-title">
        <h1 id="reference-title">API reference</h1>
        ${Introduction({ document, site })}
      </section>
      <div class="pages">
        ${shelf.reference.map(
          (page) => html`<section class="page-card" id=${page.name}>
            <h2><a href=${pageAddress(page)}>${page.title}</a></h2>
            <p class="soft">${Inline({ text: page.about })}</p>
            <ul>
              ${page.endpoints.map((endpoint) => html`<li>${OperationLink({ endpoint, address: pageAddress(page) })}</li>`)}
            </ul>
          </section>`,
        )}
        <section class="page-card">
          <h2><a href="/docs/reference/shapes">Shapes</a></h2>
          <p class="soft">What operations take and answer, by name.</p>
        </section>
      </div>`,
  )
}

/** Returns a page of operations. */
export function renderReferencePage(site: Site, shelf: Shelf, page: ReferencePage, document: ApiDocument): string {
  const { name, title, about, endpoints } = page
  return renderIn(
    { site, shelf, current: `reference/${name}`, title },
    html`<div class="intro">
        <p class="part soft"><a href="/docs/reference">API reference</a></p>
        <h1 id=${name}>${title}</h1>
        <p>${Inline({ text: about })}</p>
        ${site.caller.isSandbox && html`<p class="band">${sandboxWords}</p>`}
      </div>
      ${endpoints.map((endpoint) => OperationSection({ endpoint, document, caller: site.caller }))}`,
  )
}

/** Returns the page of the shapes that operations take and answer. */
export function renderShapes(site: Site, shelf: Shelf, document: ApiDocument): string {
  return renderIn(
    { site, shelf, current: 'reference/shapes', title: 'Shapes' },
    html`<div class="intro">
        <p class="part soft"><a href="/docs/reference">API reference</a></p>
        <h1 id="shapes">Shapes</h1>
        <p>What operations take and answer, by name.</p>
      </div>
      ${Object.entries(document.components.schemas).map(([name, schema]) => {
        const shape = schema as Schema
        return html`<section class="shape" id=${shapeId(name)}>
          <h2><a href=${`#${shapeId(name)}`}>${name}</a></h2>
          ${shape['properties'] ? Members({ schema: shape }) : html`<p>${Type({ schema: shape })}</p>`}
        </section>`
      })}`,
  )
}

const sandboxWords =
  "The examples have the demo merchant's keys. They work on this sandbox as they stand; only the ids must be your own."

function renderIn(
  props: { readonly site: Site; readonly shelf: Shelf; readonly current: string; readonly title: string },
  content: Content,
): string {
  const { shelf, current, title } = props
  const site = { ...props.site, ...(props.site.caller.isSandbox && { assets: referenceAssets }) }
  return renderFrame(
    { title: `${title} · Qist`, site, place: 'reference', navigation: Navigation({ shelf, current }) },
    html`<main id="main" tabindex="-1" class="reference">${content}</main>`,
  )
}

function Introduction({ document, site }: { document: ApiDocument; site: Site }): Content {
  const { baseUrl, region } = site.caller
  return html`${Prose({ text: document.info.description })}
    <dl class="facts">
      <div><dt>Base address</dt><dd><code>${baseUrl}</code></dd></div>
      <div><dt>Region</dt><dd>${region.toUpperCase()}</dd></div>
      <div><dt>Description</dt><dd><a href="/openapi.json">openapi.json</a>, OpenAPI ${document.openapi}; for typed clients${' '}
        <a href="/openapi.strict.json">openapi.strict.json</a></dd></div>
    </dl>`
}
