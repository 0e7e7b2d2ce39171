import type { OpenedLink } from '../../../money/checkout/links/open-link.ts'
import { linkPath } from '../../../money/checkout/links/payment-link.ts'
import { TestBand } from '../../../platform/ui/components/blocks.ts'
import { type IconName, Seal } from '../../../platform/ui/components/pictures.ts'
import { StoreHeader } from '../../../platform/ui/customer/store-header.ts'
import { Actions } from '../../../platform/ui/forms/form.ts'
import { html } from '../../../platform/ui/html.ts'
import { renderColumnPage } from '../../../platform/ui/layout/column-page.ts'
import { type Lang, otherLang } from '../../../platform/ui/words/lang.ts'
import { pageAssets } from '../assets.ts'
import type { ViewModel } from '../view-model.ts'
import type { PaymentWords } from '../words.ts'

export type LinkEnd = Exclude<OpenedLink['kind'], 'session'>

const icons: Readonly<Record<LinkEnd, IconName>> = {
  paid: 'check',
  ended: 'hands',
  cancelled: 'cross',
  refused: 'cross',
  busy: 'hands',
}

/** Returns the address of a link in a language. */
export function linkAddress(token: string, lang: Lang): string {
  return `${linkPath}${token}?lang=${lang}`
}

interface LinkOverView extends Pick<ViewModel, 'isTest' | 'storeName' | 'storeLogo'> {
  readonly end: LinkEnd
  readonly token: string
}

/** Returns the page of a link with which nobody can pay now. It names the store, and nothing of the order. */
export function renderLinkOver(
  words: PaymentWords,
  { end, token, isTest, storeName, storeLogo }: LinkOverView,
): string {
  const { texts, lang } = words
  const { title, lead } = texts.linkEnds[end]
  const address = (of: Lang): string => linkAddress(token, of)
  const retry = end === 'busy' && html`<a class="primary" href=${address(lang)}>${texts.tryAgain}</a>`
  return renderColumnPage(
    {
      words,
      title: texts.pageTitle(title, storeName),
      assets: pageAssets,
      skip: texts.skip,
      footer: texts.footer,
      otherLanguage: address(otherLang(lang)),
      band: isTest && TestBand({ words }),
    },
    html`<main id="main" class="sheet">
      ${StoreHeader({ storeName, logo: storeLogo, order: null })}
      <section class=${`outcome outcome-${end === 'paid' ? 'approved' : 'expired'}`}>
        ${Seal({ icon: icons[end], filled: end === 'paid' ? 1 : 0 })}
        <h1 tabindex="-1">${title}</h1>
        <p class="lead">${lead(storeName)}</p>
      </section>
      ${retry && Actions({ children: retry })}
      ${end !== 'busy' && html`<p class="aside soft small">${texts.backToStart}</p>`}
    </main>`,
  )
}
