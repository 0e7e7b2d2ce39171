import type { Token, Tokens } from 'marked'
import { type Content, html } from '../../../platform/ui/html.ts'
import { renderFrame, type Site } from '../frame.ts'
import { Markdown } from '../guides/markdown.ts'
import { landingPictures, pictureAddress } from '../guides/pictures.ts'
import { GuideLinks, ReferenceLinks, type Shelf } from '../navigation.ts'
import { Code } from '../prose.ts'

interface Beginning {
  readonly title: string
  readonly about: string
  readonly command: string
  readonly guide: string
}

const beginnings: readonly Beginning[] = [
  {
    title: 'On your laptop',
    about: 'A shell with its own sandbox and its own keys. No account, no money.',
    command: 'npx qist exec -- bash',
    guide: 'quick-start',
  },
  {
    title: 'In your CI',
    about: "Your tests run beside a sandbox of their own, and the certificate finds your shop's mistakes.",
    command: 'npx qist exec -- npm test',
    guide: 'in-your-ci',
  },
  {
    title: 'With a plug-in',
    about: 'Your shop system has a plug-in already? The sandbox serves the host names that it calls.',
    command: 'npx qist plugin-host --hosts tabby.ai',
    guide: 'connect-a-plugin',
  },
  {
    title: 'With an agent',
    about: 'A coding agent gets the sandbox as tools, and integrates, breaks and mends your shop.',
    command: 'npx qist mcp',
    guide: 'with-an-agent',
  },
]

/** Returns `/docs`. `oldAnchors`: the anchors that moved to other pages, by address; the script follows them. */
export function renderLanding(site: Site, shelf: Shelf, oldAnchors: Readonly<Record<string, string[]>>): string {
  return renderFrame(
    {
      title: 'Qist docs: guides and API reference',
      site,
      place: 'start',
      data: { moved: JSON.stringify(oldAnchors) },
    },
    html`<main id="main" tabindex="-1" class="guide landing">
      ${Hero()}
      <section aria-labelledby="code">
        <h2 id="code">A payment from session to refund</h2>
        <p>
          Open a session for an order, capture the goods that you ship, refund the goods that come back.
          The <a href="/docs/quick-start#take-an-order">quick start</a> has the file <code>order.json</code> and runs these lines.
        </p>
        ${Markdown({ tokens: firstPayment(shelf) })}
      </section>
      <section aria-labelledby="begin">
        <h2 id="begin">Begin</h2>
        <ul class="beginnings">${beginnings.map((beginning) => BeginningCard({ beginning, shelf }))}</ul>
      </section>
      <section aria-labelledby="guides">
        <h2 id="guides">Guides</h2>
        <div class="shelves">${GuideLinks({ parts: shelf.parts })}${ReferenceLinks({ pages: shelf.reference })}</div>
      </section>
    </main>`,
  )
}

function Hero(): Content {
  const { light, dark, width, height } = landingPictures
  const address = (name: string): string => pictureAddress(`../screenshots/${name}`)
  return html`<section class="hero">
    <div>
      <h1>Take payments with Qist</h1>
      <p class="lead">
        Qist is a buy-now-pay-later service that you run yourself: your customer pays an order in parts, and you are
        paid for all of it once you deliver.
      </p>
      <p class="hero-links">
        <a class="button" href="/docs/quick-start">Quick start</a>
        <a href="/docs/what-qist-is">What Qist is</a>
        <a href="/docs/reference">API reference</a>
      </p>
    </div>
    <picture>
      <source srcset=${address(dark)} media="(prefers-color-scheme: dark)" />
      <img src=${address(light)} width=${width} height=${height}
        alt="The payment page on a phone: an order of AED 340.00 in four payments of AED 85.00, one today and one a month." />
    </picture>
  </section>`
}

// The quick start's file, which the tests run in each language.
function firstPayment({ parts }: Shelf): Token[] {
  const guide = parts.flatMap(({ guides }) => guides).find(({ name }) => name === 'quick-start')
  return (
    guide?.tokens.filter((token) => token.type === 'code' && / life\./.test((token as Tokens.Code).lang ?? '')) ?? []
  )
}

function BeginningCard({ beginning, shelf }: { beginning: Beginning; shelf: Shelf }): Content {
  const guide = shelf.parts.flatMap(({ guides }) => guides).find(({ name }) => name === beginning.guide)
  return html`<li>
    <h3>${beginning.title}</h3>
    <p>${beginning.about}</p>
    ${Code({ label: 'Shell', text: beginning.command })}
    <p><a href=${`/docs/${beginning.guide}`}>${guide?.title}</a></p>
  </li>`
}
