import { type AssetAddresses, addressOf, type Frame } from './frame.ts'
import { type Content, html, renderDocument } from './html.ts'
import { Ring } from './mark.ts'
import type { Lang } from './texts.ts'
import type { Words } from './words.ts'

export interface DocumentProps {
  readonly words: Words
  readonly title: string
  readonly assets: AssetAddresses
  /** The same page in the other language; absent where there is none. */
  readonly otherLanguage?: string
  /** Shown above everything: the test-mode band. */
  readonly band?: Content
  /** What the script needs to know, as data attributes of the body. */
  readonly data?: Readonly<Record<string, string | number>>
  /** Without script the page opens this address after a while. */
  readonly refresh?: { readonly seconds: number; readonly address: string }
}

/** A whole page around its content. Nothing in it comes from another host. */
export function renderPage(props: DocumentProps, content: Content): string {
  const { words, assets, refresh } = props
  const { texts, lang } = words
  return renderDocument(html`<html lang=${lang} dir=${texts.direction}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#f5f7f8" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0d151b" media="(prefers-color-scheme: dark)" />
      <meta name="robots" content="noindex" />
      <meta name="format-detection" content="telephone=no" />
      <title>${props.title}</title>
      <link rel="icon" type="image/svg+xml" href=${assets.mark} />
      <link rel="stylesheet" href=${assets.style} />
      ${refresh && html`<noscript><meta http-equiv="refresh" content=${`${refresh.seconds};url=${refresh.address}`} /></noscript>`}
      <script src=${assets.script} type="module"></script>
    </head>
    <body ...${dataAttributes(props.data ?? {})}>
      <a class="skip" href="#main">${texts.skip}</a>
      ${props.band}
      <div class="column">
        <header class="strip">
          <span class="wordmark"><${Ring} filled=${1} size=${22} /><span>${texts.brand}</span></span>
          ${props.otherLanguage && html`<${LanguageSwitch} words=${words} href=${props.otherLanguage} />`}
        </header>
        ${content}
        <footer class="foot">${texts.footer}</footer>
      </div>
    </body>
  </html>`)
}

function dataAttributes(data: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, String(value)]))
}

function LanguageSwitch({ words, href }: { words: Words; href: string }): Content {
  const other: Lang = words.lang === 'en' ? 'ar' : 'en'
  const { otherLanguage, otherLanguageLabel } = words.texts
  return html`<a class="quiet" href=${href} hreflang=${other} aria-label=${otherLanguageLabel}><span lang=${other}>${otherLanguage}</span></a>`
}

/** The band on every page shown with test keys: it says so, and what to type. */
export function TestBand({ words, hint }: { words: Words; hint?: string | undefined }): Content {
  return html`<aside class="band" aria-label=${words.texts.testMode}><p><strong>${words.texts.testMode}</strong> ${hint ?? words.texts.testModeHint}</p></aside>`
}

/** A page of a session: band, store, amount, and the view's own content in a sheet. */
export function renderSessionPage(
  frame: Frame,
  words: Words,
  view: {
    readonly title: string
    readonly isError?: boolean
    readonly hint?: string | undefined
    readonly data?: DocumentProps['data']
    readonly refresh?: DocumentProps['refresh']
  },
  content: Content,
): string {
  const title = words.texts.pageTitle(view.title, frame.storeName)
  const other: Lang = frame.lang === 'en' ? 'ar' : 'en'
  const { refresh } = view
  return renderPage(
    {
      words,
      title: view.isError ? words.texts.errorTitle(title) : title,
      assets: frame.assets,
      otherLanguage: addressOf({ ...frame, lang: other }),
      data: {
        ...(frame.secondsLeft === undefined ? {} : { 'expires-in': frame.secondsLeft }),
        state: addressOf(frame, 'state'),
        stage: frame.stage,
        ...view.data,
      },
      ...(frame.isTest ? { band: html`<${TestBand} words=${words} hint=${view.hint} />` } : {}),
      ...(refresh === undefined ? {} : { refresh }),
    },
    html`<main id="main" class="sheet"><${StoreHeader} frame=${frame} words=${words} />${content}</main>`,
  )
}

function StoreHeader({ frame, words }: { frame: Frame; words: Words }): Content {
  const { texts } = words
  const [today] = frame.parts
  return html`<div class="store">
    <span class="monogram" aria-hidden="true">${monogram(frame.storeName)}</span>
    <div class="store-name">
      <p class="strong"><bdi>${frame.storeName}</bdi></p>
      ${frame.orderReference && html`<p class="soft small">${texts.order(frame.orderReference)}</p>`}
    </div>
    <dl class="sums">
      <div><dt class="unseen">${texts.total}</dt><dd class="strong">${words.money(frame.amountMinor, frame.currency)}</dd></div>
      <div class="soft small"><dt>${texts.today}</dt> <dd>${today && words.money(today.amountMinor, frame.currency)}</dd></div>
    </dl>
  </div>`
}

/** The first letters of a store's name: its logo, drawn from what is here already. */
export function monogram(name: string): string {
  const words = name
    .trim()
    .split(/[\s_-]+/u)
    .filter((word) => /\p{L}|\p{N}/u.test(word))
  const letters = words.slice(0, 2).map((word) => [...word].find((letter) => /\p{L}|\p{N}/u.test(letter)) ?? '')
  // Arabic letters would join into a syllable that means nothing: one is enough.
  return /\p{Script=Arabic}/u.test(letters[0] ?? '') ? (letters[0] ?? '') : letters.join('').toUpperCase() || 'Q'
}
