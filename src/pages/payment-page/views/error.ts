import { renderErrorPage } from '../../../platform/ui/layout/error-page.ts'
import type { PageError } from '../../../platform/ui/page-errors.ts'
import { pageAssets } from '../assets.ts'
import type { PaymentWords } from '../words/words.ts'

/** A page without a session: it does not exist, or something is in its way. `retry` is where to try once more. */
export function renderPaymentError(words: PaymentWords, error: PageError, retry: string | undefined): string {
  const { texts } = words
  const { skip, footer } = texts
  const said = { title: texts[`${error}Title`], lead: texts[`${error}Lead`] }
  return renderErrorPage({ words, assets: pageAssets, skip, footer, error, ...said, retry })
}
