import { TestBand } from '../../platform/ui/components/blocks.ts'
import { StoreHeader } from '../../platform/ui/customer/store-header.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import { type ColumnPageProps, renderColumnPage } from '../../platform/ui/layout/column-page.ts'
import { renderErrorPage } from '../../platform/ui/layout/error-page.ts'
import type { PageError } from '../../platform/ui/page-errors.ts'
import { otherLang } from '../../platform/ui/words/lang.ts'
import { pageAssets } from './assets.ts'
import { addressOf, type ViewModel } from './view-model.ts'
import type { PaymentWords } from './words.ts'

interface SessionPageProps extends Pick<ColumnPageProps, 'title' | 'data' | 'refresh'> {
  readonly isError?: boolean
  readonly hint?: string | undefined
}

/** Returns a page of a session: test band, store, amount and content. */
export function renderSessionPage(
  model: ViewModel,
  words: PaymentWords,
  props: SessionPageProps,
  content: Content,
): string {
  const { texts } = words
  const { skip, footer } = texts
  const title = texts.pageTitle(props.title, model.storeName)
  return renderColumnPage(
    {
      words,
      title: props.isError ? texts.errorTitle(title) : title,
      assets: pageAssets,
      skip,
      footer,
      otherLanguage: addressOf({ ...model, lang: otherLang(model.lang) }),
      data: {
        ...(model.secondsLeft === undefined ? {} : { 'expires-in': model.secondsLeft }),
        state: addressOf(model, 'state'),
        stage: model.stage,
        home: addressOf(model),
        ...props.data,
      },
      band: model.isTest && TestBand({ words, hint: props.hint }),
      refresh: props.refresh,
    },
    html`<main id="main" class="sheet">${OrderHeader({ model, words })}${content}</main>`,
  )
}

function OrderHeader({ model, words }: { model: ViewModel; words: PaymentWords }): Content {
  const { texts } = words
  const [today] = model.plan.parts
  // While the customer chooses, each plan names its own first part.
  const isChoosing = model.stage === 'order' && model.plans.length > 1
  const order = model.orderReference && texts.order(model.orderReference)
  return StoreHeader({
    storeName: model.storeName,
    logo: model.storeLogo,
    order,
    children: html`<dl class="sums">
      <div>
        <dt class="unseen">${texts.total}</dt><dd class="strong">${words.money(model.amountMinor, model.currency)}</dd>
      </div>
      ${
        !isChoosing &&
        html`<div class="soft small">
        <dt>${texts.today}</dt> <dd>${today && words.money(today.amountMinor, model.currency)}</dd>
      </div>`
      }
    </dl>`,
  })
}

/** Returns the payment page's error page. `retry`: the address of the retry link. */
export function renderPaymentError(words: PaymentWords, error: PageError, retry: string | undefined): string {
  const { texts } = words
  const { skip, footer } = texts
  const notice = { title: texts[`${error}Title`], lead: texts[`${error}Lead`] }
  return renderErrorPage({ words, assets: pageAssets, skip, footer, error, ...notice, retry })
}
