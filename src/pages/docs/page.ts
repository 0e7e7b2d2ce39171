import type { ApiDocument } from '../../platform/http/api-document.ts'
import type { Schema } from '../../platform/http/portable-schema.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import type { ExampleCaller } from './curl.ts'
import { renderFrame, type Site } from './frame.ts'
import type { GuidePart } from './guides/contents.ts'
import { GuideLinks, groupId, type Shelf } from './guides/page.ts'
import { endpointsOf, Method, OperationSection } from './operation.ts'
import { Inline, Prose } from './prose.ts'
import { Members, shapeId, Type } from './shape.ts'

/** Returns the start page of the docs: the guides and the whole reference. It loads nothing from other hosts. */
export function renderReference(site: Site, { parts }: Shelf, document: ApiDocument): string {
  const { caller } = site
  return renderFrame(
    {
      title: `${document.info.title} docs: guides and API reference`,
      site,
      place: 'reference',
      navigation: ReferenceNavigation({ parts, document }),
    },
    html`<main id="main" tabindex="-1">
      ${Start({ parts })}
      ${Introduction({ document, caller })}
      ${document.tags.map((tag) => Group({ tag, document, caller }))}
      ${Shapes({ document })}
    </main>`,
  )
}

function ReferenceNavigation({ parts, document }: { parts: readonly GuidePart[]; document: ApiDocument }): Content {
  return html`<nav class="side" aria-label="Contents">
    <details class="contents" open>
      <summary>Contents</summary>
      ${GuideLinks({ parts: parts.slice(0, 1) })}
      <div class="nav-group"><a class="nav-tag" href="#guides">All guides</a></div>
      <div class="nav-group"><a class="nav-tag" href="#reference">API reference</a></div>
      ${document.tags.map(
        (tag) => html`<div class="nav-group">
          <a class="nav-tag" href=${`#${groupId(tag.name)}`}>${tag.name}</a>
          <ul>
            ${endpointsOf(document, tag.name).map(
              ({ method, operation }) =>
                html`<li data-for=${operation.operationId}>
                  <a href=${`#${operation.operationId}`}>${Method({ method })}<span>${operation.summary}</span></a>
                </li>`,
            )}
          </ul>
        </div>`,
      )}
      <div class="nav-group"><a class="nav-tag" href="#shapes">Shapes</a></div>
    </details>
  </nav>`
}

// A newcomer needs the guides first, so they come before the reference.
function Start({ parts }: { parts: readonly GuidePart[] }): Content {
  const guides = parts.flatMap((part) => part.guides)
  const quickStart = guides.find(({ name }) => name === 'quick-start')
  return html`<section class="start" id="guides" aria-labelledby="guides-title">
    <h1 id="guides-title">Take payments with Qist</h1>
    <p class="first">
      <a class="first-link" href="/docs/quick-start"><strong>${quickStart?.title}</strong></a> ${quickStart?.summary}
    </p>
    <div class="shelves">${GuideLinks({ parts })}</div>
  </section>`
}

function Introduction({ document, caller }: { document: ApiDocument; caller: ExampleCaller }): Content {
  return html`<section class="intro" id="reference" aria-labelledby="reference-title">
    <h2 id="reference-title">API reference</h2>
    ${Prose({ text: document.info.description })}
    <dl class="facts">
      <div><dt>Base address</dt><dd><code>${caller.baseUrl}</code></dd></div>
      <div><dt>Region</dt><dd>${caller.region.toUpperCase()}</dd></div>
      <div><dt>Description</dt><dd><a href="/openapi.json">openapi.json</a>, OpenAPI ${document.openapi}</dd></div>
    </dl>
    ${
      caller.isSandbox &&
      html`<p class="band">
        The examples carry the demo merchant's keys: they work on this sandbox as they stand, but for ids, which are yours to replace.
      </p>`
    }
  </section>`
}

function Group(props: { tag: ApiDocument['tags'][number]; document: ApiDocument; caller: ExampleCaller }): Content {
  const { tag, document, caller } = props
  return html`<section class="group" aria-labelledby=${groupId(tag.name)}>
    <h2 id=${groupId(tag.name)}>${tag.name}</h2>
    <p class="soft">${Inline({ text: tag.description })}</p>
    ${endpointsOf(document, tag.name).map((endpoint) => OperationSection({ endpoint, document, caller }))}
  </section>`
}

function Shapes({ document }: { document: ApiDocument }): Content {
  return html`<section class="group" aria-labelledby="shapes">
    <h2 id="shapes">Shapes</h2>
    <p class="soft">What operations take and answer, by name.</p>
    ${Object.entries(document.components.schemas).map(([name, schema]) => {
      const shape = schema as Schema
      return html`<section class="shape" id=${shapeId(name)}>
        <h3><a href=${`#${shapeId(name)}`}>${name}</a></h3>
        ${shape['properties'] ? Members({ schema: shape }) : html`<p>${Type({ schema: shape })}</p>`}
      </section>`
    })}
  </section>`
}
