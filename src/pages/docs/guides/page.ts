import { type Content, html } from '../../../platform/ui/html.ts'
import { renderFrame, type Site } from '../frame.ts'
import { Navigation, type Shelf } from '../navigation.ts'
import type { Guide } from './guide.ts'
import { Markdown } from './markdown.ts'

/** Returns the page of a guide. */
export function renderGuide(site: Site, shelf: Shelf, guide: Guide): string {
  const { parts } = shelf
  const guides = parts.flatMap((part) => part.guides)
  const at = guides.indexOf(guide)
  const twin = `/docs/${guide.name}.md`
  const meta = html`<meta name="description" content=${guide.summary} />
    <link rel="alternate" type="text/markdown" href=${twin} />`
  return renderFrame(
    {
      title: `${guide.title} · Qist guides`,
      site,
      place: 'guides',
      meta,
      navigation: Navigation({ shelf, current: guide.name }),
    },
    html`<main id="main" tabindex="-1" class="guide">
      ${PageContents({ guide })}
      <article>
        <p class="part soft">${parts.find((part) => part.guides.includes(guide))?.title}</p>
        <h1>${guide.title}</h1>
        <div class="lead">${Markdown({ tokens: guide.tokens.slice(0, 1) })}</div>
        ${Address({ guide, site })}
        ${Markdown({ tokens: guide.tokens.slice(1) })}
        <footer class="turn">
          ${Turn({ label: 'Previous', guide: guides[at - 1] })}
          ${Turn({ label: 'Next', guide: guides[at + 1] })}
          <p class="soft"><a href=${twin}>This page as Markdown</a></p>
        </footer>
      </article>
    </main>`,
  )
}

function PageContents({ guide }: { guide: Guide }): Content {
  const sections = guide.sections.filter(({ depth }) => depth === 2)
  if (sections.length < 2) return null
  return html`<nav class="on-page" aria-label="On this page">
    <details open>
      <summary>On this page</summary>
      <ul>
        ${sections.map(
          ({ id, title }) => html`<li data-for=${id}><a class="on-page-link" href=${`#${id}`}>${title}</a></li>`,
        )}
      </ul>
    </details>
  </nav>`
}

// The examples use the variable QIST_URL. This shows its value for this service.
function Address({ guide, site }: { guide: Guide; site: Site }): Content {
  if (!guide.markdown.includes('QIST_URL')) return null
  const { region, baseUrl } = site.caller
  return html`<dl class="facts">
    <div><dt>Address of this service, ${region.toUpperCase()}</dt><dd><code>${baseUrl}</code></dd></div>
  </dl>`
}

function Turn({ label, guide }: { label: string; guide: Guide | undefined }): Content {
  if (guide === undefined) return html`<span></span>`
  return html`<a href=${`/docs/${guide.name}`} rel=${label === 'Next' ? 'next' : 'prev'}>
    <span class="soft">${label}</span> ${guide.title}
  </a>`
}

/** Returns the page of an unknown address. */
export function renderMissing(site: Site, shelf: Shelf): string {
  return renderFrame(
    {
      title: 'Not found · Qist guides',
      site,
      place: 'guides',
      navigation: Navigation({ shelf }),
    },
    html`<main id="main" tabindex="-1" class="guide">
      <article>
        <h1>There is no such page</h1>
        <p>
          It may have been renamed. Search for what it said, or begin with the <a href="/docs">
            guides and the reference
          </a>.
        </p>
      </article>
    </main>`,
  )
}
