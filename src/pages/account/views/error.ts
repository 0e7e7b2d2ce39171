import { renderErrorPage } from '../../../platform/ui/layout/error-page.ts'
import type { PageError } from '../../../platform/ui/page-errors.ts'
import { pageAssets } from '../assets.ts'
import type { AccountWords } from '../words/words.ts'

/** Something is in the way: no such purchase, or what was asked cannot be done now. `retry` is where to try once more. */
export function renderAccountError(words: AccountWords, error: PageError, retry: string): string {
  const { texts } = words
  const { skip, footer } = texts
  const said = { title: texts[`${error}Title`], lead: texts[`${error}Lead`] }
  return renderErrorPage({ words, assets: pageAssets, skip, footer, error, ...said, retry })
}
