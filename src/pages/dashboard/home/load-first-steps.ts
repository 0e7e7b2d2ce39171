import { noFilter } from '../../../money/payments/search/payment-filter.ts'
import { searchPayments } from '../../../money/payments/search/search-payments.ts'
import { loadSearch } from '../../../money/payments/search/searches.ts'
import { listKeys } from '../../../platform/merchants/keys/keys.ts'
import type { Permission } from '../../../platform/people/roles.ts'
import type { Visit } from '../page.ts'
import type { Own } from './own.ts'

/** What a merchant does until its first payment of a mode is there. */
export interface FirstStep {
  readonly step: 'key' | 'webhook' | 'account' | 'payment'
  readonly isDone: boolean
  /** Where it is done, for who may do it. */
  readonly href: string | undefined
}

/** The first steps of a merchant that has no payment of this mode yet; undefined once it has one. */
export async function loadFirstSteps(visit: Visit, { stores, webhooks }: Own): Promise<FirstStep[] | undefined> {
  const { app, actor, isTest } = visit
  const { merchantId } = actor
  // Whether there is any, whatever its status.
  const search = await loadSearch(app, actor, { ...noFilter, status: 'all' })
  const { payments } = await searchPayments(app, search, { limit: 1 })
  if (payments.length > 0) return undefined
  const keys = await listKeys(app, merchantId)
  const step = (name: FirstStep['step'], isDone: boolean, page: string, permission: Permission): FirstStep => {
    const mayAct = visit.may(permission)
    return { step: name, isDone, href: mayAct ? visit.address(page) : undefined }
  }
  const hasKey = keys.some((key) => key.isTest === isTest && key.kind === 'secret' && key.revokedAt === null)
  const hasAccount = stores.every(({ beneficiary }) => beneficiary.iban !== '')
  return [
    step('key', hasKey, 'keys', 'change_keys'),
    step('webhook', webhooks.length > 0, 'webhooks/new', 'change_webhooks'),
    ...(isTest ? [] : [step('account', hasAccount, 'settings', 'change_beneficiary')]),
    step('payment', false, 'links', 'make_links'),
  ]
}
