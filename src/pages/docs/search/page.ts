import { html } from '../../../platform/ui/html.ts'
import { renderFrame, type Site } from '../frame.ts'
import { Navigation, type Shelf } from '../navigation.ts'

/** A search result. */
export interface Hit {
  readonly title: string
  readonly page: string
  readonly address: string
  readonly excerpt: string
}

/** Returns the page of all results, also for browsers without scripts. */
export function renderResults(site: Site, shelf: Shelf, query: string, hits: readonly Hit[]): string {
  return renderFrame(
    {
      title: query === '' ? 'Search · Qist docs' : `${query} · Qist docs`,
      site,
      place: 'search',
      query,
      meta: html`<meta name="robots" content="noindex" />`,
      navigation: Navigation({ shelf }),
    },
    html`<main id="main" tabindex="-1" class="guide">
      <article>
        <h1>${query === '' ? 'Search' : `Search for “${query}”`}</h1>
        <p class="soft">${countOf(query, hits.length)}</p>
        <ol class="hits">
          ${hits.map(
            ({ title, page, address, excerpt }) =>
              html`<li><a href=${address}>${title}</a> <span class="soft">${page}</span><p>${excerpt}</p></li>`,
          )}
        </ol>
      </article>
    </main>`,
  )
}

function countOf(query: string, count: number): string {
  if (query === '') return 'Words of an operation, a guide or an error, as it was answered.'
  if (count === 0) return 'Nothing has these words. Fewer of them find more.'
  return count === 1 ? '1 place' : `${count} places`
}
