import type { Lang } from '../../platform/ui/words/lang.ts'
import type { AccountScope } from './sign-in/sign-in.ts'

/** What every view of the account shows. */
export interface ViewModel extends AccountScope {
  readonly lang: Lang
  /** Goes with every form, so that only our own pages can send one. */
  readonly csrfToken: string
  /** The purchase that the customer came for, if any. */
  readonly purchaseId: string | undefined
  /** Who is signed in: E.164. */
  readonly phone: string | undefined
  /** Where the page stands, for the script to notice when that changes. */
  readonly stage: string
}

type AddressModel = Pick<ViewModel, 'isTest' | 'lang' | 'purchaseId'>

/** The address of a page or form of the account. */
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
