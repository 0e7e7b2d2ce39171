import type { PageAssets } from '../../platform/ui/assets.ts'
import { html } from '../../platform/ui/html.ts'
import { renderDocument } from '../../platform/ui/layout/document.ts'
import { directionOf, type Lang } from '../../platform/ui/words/lang.ts'
import { ar, en } from './words.ts'

/** Returns the page of a snippet for web views. Its script draws the snippet that the query names. */
export function renderWebView(lang: Lang, assets: PageAssets, learnMore: string): string {
  const title = { en, ar }[lang].snippetTitle
  return renderDocument(
    { lang, direction: directionOf[lang], title, assets },
    html`<main>
      <h1 class="unseen">${title}</h1>
      <div data-learn-more=${learnMore}></div>
    </main>`,
  )
}
