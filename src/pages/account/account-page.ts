import { maskPhone } from '../../platform/base/phone.ts'
import { TestBand } from '../../platform/ui/components/blocks.ts'
import { Form } from '../../platform/ui/forms/form.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import { type ColumnPageProps, renderColumnPage } from '../../platform/ui/layout/column-page.ts'
import { renderErrorPage } from '../../platform/ui/layout/error-page.ts'
import type { PageError } from '../../platform/ui/page-errors.ts'
import { otherLang } from '../../platform/ui/words/lang.ts'
import { pageAssets } from './assets.ts'
import { addressOf, type ViewModel } from './view-model.ts'
import type { AccountWords } from './words/words.ts'

interface AccountPageProps extends Pick<ColumnPageProps, 'title' | 'data' | 'refresh'> {
  readonly isError?: boolean
  readonly hint?: string | undefined
  /** The page's own path and query, for the language switch and the script. */
  readonly path?: string
  readonly query?: Readonly<Record<string, string | undefined>>
}

/** Returns a page of the account: test band, content, and the signed-in phone. */
export function renderAccountPage(
  model: ViewModel,
  words: AccountWords,
  props: AccountPageProps,
  content: Content,
): string {
  const { texts } = words
  const { skip, footer } = texts
  const { path = '', query = {} } = props
  const title = texts.pageTitle(props.title)
  return renderColumnPage(
    {
      words,
      title: props.isError ? texts.errorTitle(title) : title,
      assets: pageAssets,
      skip,
      footer,
      otherLanguage: addressOf({ ...model, lang: otherLang(model.lang) }, path, query),
      data: {
        state: addressOf(model, 'state', query),
        stage: model.stage,
        home: addressOf(model, path, query),
        ...props.data,
      },
      band: model.isTest && TestBand({ words, hint: props.hint }),
      refresh: props.refresh,
    },
    html`<main id="main" class="sheet">${content}</main>${model.phone !== undefined && Person({ model, words })}`,
  )
}

function Person({ model, words }: { model: ViewModel; words: AccountWords }): Content {
  const { texts } = words
  const account = { ...model, purchaseId: undefined }
  return html`<section class="person" aria-label=${texts.personLabel}>
    <span class="soft small">${texts.signedInAs(maskPhone(model.phone ?? ''))}</span>
    <a class="quiet" href=${addressOf(account, 'data')}>${texts.dataLink}</a>
    ${Form({
      action: addressOf(account, 'sign-out'),
      csrfToken: model.csrfToken,
      children: html`<button class="quiet" type="submit">${texts.signOut}</button>`,
    })}
  </section>`
}

/** Returns the account's error page. `retry`: the address of the retry link. */
export function renderAccountError(words: AccountWords, error: PageError, retry: string): string {
  const { texts } = words
  const { skip, footer } = texts
  const notice = { title: texts[`${error}Title`], lead: texts[`${error}Lead`] }
  return renderErrorPage({ words, assets: pageAssets, skip, footer, error, ...notice, retry })
}
