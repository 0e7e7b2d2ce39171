import { Ring } from '../components/pictures.ts'
import { type Content, html } from '../html.ts'
import { directionOf, otherLang } from '../words/lang.ts'
import type { Words } from '../words/words.ts'
import { type DocumentProps, renderDocument } from './document.ts'

export interface ColumnPageProps extends Pick<DocumentProps, 'title' | 'assets' | 'refresh' | 'data'> {
  readonly words: Words
  /** Text of the skip link. It leads to the element with the id `main`. */
  readonly skip: string
  readonly footer: string
  /** The address of the same page in the other language. */
  readonly otherLanguage?: string
  /** The test-mode band, above everything else. */
  readonly band?: Content
}

/**
 * Returns a page of one narrow column: mark and language switch above, footer below. Search engines do not index it.
 */
export function renderColumnPage(props: ColumnPageProps, content: Content): string {
  const { words, title, assets, refresh, data, otherLanguage } = props
  const { texts, lang } = words
  const meta = html`<meta name="theme-color" content="#f5f7f8" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#0d151b" media="(prefers-color-scheme: dark)" />
    <meta name="robots" content="noindex" />
    <meta name="format-detection" content="telephone=no" />`
  return renderDocument(
    { lang, direction: directionOf[lang], title, assets, viewportFit: 'cover', meta, refresh, data },
    html`<a class="skip" href="#main">${props.skip}</a>
      ${props.band}
      <div class="column">
        <header class="strip">
          <span class="wordmark">${Ring({ filled: 1, size: 22 })}<span>${texts.brand}</span></span>
          ${otherLanguage && LanguageSwitch({ words, href: otherLanguage })}
        </header>
        ${content}
        <footer class="foot">${props.footer}</footer>
      </div>`,
  )
}

function LanguageSwitch({ words, href }: { words: Words; href: string }): Content {
  const other = otherLang(words.lang)
  const { otherLanguage, otherLanguageLabel } = words.texts
  return html`<a class="quiet" href=${href} hreflang=${other} aria-label=${otherLanguageLabel}>
    <span lang=${other}>${otherLanguage}</span>
  </a>`
}
