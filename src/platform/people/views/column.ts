import type { Content } from '../../ui/html.ts'
import { html } from '../../ui/html.ts'
import { renderColumnPage } from '../../ui/layout/column-page.ts'
import { renderErrorPage } from '../../ui/layout/error-page.ts'
import type { PageError } from '../../ui/page-errors.ts'
import { otherLang } from '../../ui/words/lang.ts'
import { pageAssets } from '../assets.ts'
import { type Desk, pathOf } from '../desk.ts'
import type { PeopleWords } from '../words/words.ts'

export interface ColumnProps {
  readonly desk: Desk
  readonly words: PeopleWords
  readonly title: string
  readonly isError?: boolean
  /** The page's own address; the other language opens it. */
  readonly address: string
}

/** A page of one column before, or beside, the desk itself. */
export function renderColumn({ desk, words, title, isError, address }: ColumnProps, content: Content): string {
  const { texts, lang } = words
  const whole = texts.pageTitle(title, texts[`${desk}Title`])
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

/** Something is in the way: no such page, or what was asked cannot be done. */
export function renderColumnError(desk: Desk, words: PeopleWords, error: PageError): string {
  const { texts } = words
  const { skip, footer } = texts
  const said = { title: texts[`${error}Title`], lead: texts[`${error}Lead`] }
  return renderErrorPage({ words, assets: pageAssets, skip, footer, error, ...said, retry: pathOf[desk] })
}

function withLang(address: string, lang: string): string {
  const [path = '', query = ''] = address.split('?')
  const asked = new URLSearchParams(query)
  asked.set('lang', lang)
  return `${path}?${asked}`
}
