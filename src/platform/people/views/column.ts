import { type Content, html } from '../../ui/html.ts'
import { renderColumnPage } from '../../ui/layout/column-page.ts'
import { renderErrorPage } from '../../ui/layout/error-page.ts'
import type { PageError } from '../../ui/page-errors.ts'
import { otherLang } from '../../ui/words/lang.ts'
import { pageAssets } from '../assets.ts'
import { type BackOffice, pathOf } from '../back-office.ts'
import type { PeopleWords } from '../words/words.ts'

export interface ColumnProps {
  readonly backOffice: BackOffice
  readonly words: PeopleWords
  readonly title: string
  readonly isError?: boolean
  /** The page's own address, for the link to the other language. */
  readonly address: string
}

/** Returns a page of one column, without the back office's frame. */
export function renderColumn({ backOffice, words, title, isError, address }: ColumnProps, content: Content): string {
  const { texts, lang } = words
  const whole = texts.pageTitle(title, texts[`${backOffice}Title`])
  return renderColumnPage(
    {
      words,
      title: isError ? texts.errorTitle(whole) : whole,
      assets: pageAssets,
      skip: texts.skip,
      footer: texts.footer,
      otherLanguage: withLang(address, otherLang(lang)),
    },
    html`<main id="main" class="sheet">${content}</main>`,
  )
}

/** Returns an error page of one column. */
export function renderColumnError(backOffice: BackOffice, words: PeopleWords, error: PageError): string {
  const { texts } = words
  const { skip, footer } = texts
  const errorTexts = { title: texts[`${error}Title`], lead: texts[`${error}Lead`] }
  return renderErrorPage({ words, assets: pageAssets, skip, footer, error, ...errorTexts, retry: pathOf[backOffice] })
}

function withLang(address: string, lang: string): string {
  const [path = '', query = ''] = address.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('lang', lang)
  return `${path}?${parameters}`
}
