import { Ring } from '../../platform/ui/components/pictures.ts'
import { html } from '../../platform/ui/html.ts'
import { renderDocument } from '../../platform/ui/layout/document.ts'
import { pageAssets } from './assets.ts'

interface Place {
  readonly address: string
  readonly name: string
  readonly about: string
}

const places: readonly Place[] = [
  { address: '/docs/quick-start', name: 'Quick start', about: 'From a checkout session to a captured payment' },
  { address: '/docs', name: 'Guides and API reference', about: 'With a search over both' },
  { address: '/dashboard', name: "Merchant's dashboard", about: 'Payments, webhooks, keys, calls and certificates' },
  { address: '/support', name: 'Support console', about: 'Disputes, customers and merchants' },
  { address: '/account', name: "Customer's account", about: 'What a customer owes at all shops' },
  {
    address: '/sandbox/outbox',
    name: 'Outbox',
    about: "Text messages of a session, with ?sessionId=…; the session's payment page links to it",
  },
  { address: '/openapi.json', name: 'API description', about: 'OpenAPI 3.1, for generators' },
]

/** Returns the start page of a sandbox: where its pages are. */
export function renderStartPage(baseUrl: string, region: string): string {
  return renderDocument(
    { lang: 'en', title: 'Qist sandbox', assets: { style: pageAssets.style, icon: pageAssets.icon } },
    html`<header class="top">
        <a class="wordmark" href="/">${Ring({ filled: 1, size: 24 })}<span>Qist</span></a>
      </header>
      <main id="main" tabindex="-1">
        <section class="intro">
          <h1>A sandbox of Qist</h1>
          <p>Nothing here moves money. The base address of region ${region.toUpperCase()} is <code>${baseUrl}</code>.</p>
          ${places.map(({ address, name, about }) => html`<p><a href=${address}>${name}</a>: ${about}</p>`)}
        </section>
      </main>`,
  )
}
