import type { PageAssets } from '../../platform/ui/assets.ts'
import { Ring } from '../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import { renderDocument } from '../../platform/ui/layout/document.ts'
import type { ExampleCaller } from './reference/curl.ts'

/** What every page of the docs needs. */
export interface Site {
  readonly assets: PageAssets
  /** Addresses of the browser's search. The browser fetches them at the first search. */
  readonly search: { readonly index: string; readonly finder: string; readonly library: string }
  /** The caller of the examples: address and keys. */
  readonly caller: ExampleCaller
}

interface FrameProps {
  readonly title: string
  readonly site: Site
  readonly place: 'start' | 'guides' | 'reference' | 'search'
  readonly navigation?: Content
  /** The text in the search box. */
  readonly query?: string
  readonly meta?: Content
  /** More data attributes of the body, for the script. */
  readonly data?: Readonly<Record<string, string>>
}

/** Returns a page of the docs around its content. Reading and searching work without the script. */
export function renderFrame(props: FrameProps, content: Content): string {
  const { title, site, place, navigation, query } = props
  const { index, finder, library } = site.search
  const current = (name: FrameProps['place']) => (place === name ? 'true' : undefined)
  return renderDocument(
    { lang: 'en', title, assets: site.assets, meta: props.meta, data: { index, finder, library, ...props.data } },
    html`<a class="skip" href="#main">Skip to the text</a>
      <header class="top">
        <a class="wordmark" href="/docs">${Ring({ filled: 1, size: 24 })}<span>Qist</span></a>
        <nav class="places" aria-label="Docs">
          <a href="/docs#guides" aria-current=${current('guides')}>Guides</a>
          <a href="/docs/reference" aria-current=${current('reference')}>Reference</a>
        </nav>
        <search class="search">
          <form action="/docs/search" data-search>
            <label for="search" class="unseen">Search the guides and the reference</label>
            <input id="search" name="q" type="search" value=${query} autocomplete="off" spellcheck=${false}
              maxlength="200" placeholder="Search" />
            <button>Search</button>
            <div class="results" data-results hidden>
              <p class="soft" role="status" data-found></p>
              <ul></ul>
            </div>
          </form>
        </search>
      </header>
      <div class="frame">
        ${navigation}
        ${content}
      </div>`,
  )
}
