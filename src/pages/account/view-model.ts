import type { Lang } from '../../platform/ui/words/lang.ts'
import type { AccountScope } from './sign-in/sign-in.ts'

/** What every view of the account needs. */
export interface ViewModel extends AccountScope {
  readonly lang: Lang
  /** The CSRF token of the page's forms. */
  readonly csrfToken: string
  /** The purchase of the address, if any. */
  readonly purchaseId: string | undefined
  /** The signed-in phone, E.164. */
  readonly phone: string | undefined
  /** The page's stage. The script reloads the page when it changes. */
  readonly stage: string
}

type AddressModel = Pick<ViewModel, 'isTest' | 'lang' | 'purchaseId'>

/** Returns the address of a page or form of the account. */
export function addressOf(
  { isTest, lang, purchaseId }: AddressModel,
  path = '',
  more: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams({ mode: isTest ? 'test' : 'live' })
  if (purchaseId !== undefined) query.set('purchase', purchaseId)
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, value)
  query.set('lang', lang)
  return `/account${path === '' ? '' : `/${path}`}?${query}`
}
