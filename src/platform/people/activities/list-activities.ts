import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { BackOffice } from '../back-office.ts'
import { listMerchantActivities, listSupportActivities } from '../store/activities.ts'
import type { Activity, ActivityKind } from './activity.ts'

export interface ActivityFilter {
  /** The id of the last one seen: those before it follow. */
  readonly before?: string | undefined
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
  readonly email?: string | undefined
  readonly what?: ActivityKind | undefined
  readonly limit: number
}

/** Whose: of a merchant's people, with or without what they did in live mode, or of all support. */
export type ActivityScope =
  | { readonly backOffice: 'dashboard'; readonly merchantId: MerchantId; readonly withLive: boolean }
  | { readonly backOffice: 'support' }

/** What people did, newest first. */
export async function listActivities(app: App, scope: ActivityScope, filter: ActivityFilter): Promise<Activity[]> {
  const { before = null, from = null, to = null, email = null, what = null, limit } = filter
  const wanted = { before, from, to, email, what, limit }
  const rows =
    scope.backOffice === 'support'
      ? await app.db.run(listSupportActivities, wanted)
      : await app.db.run(listMerchantActivities, {
          ...wanted,
          merchantId: scope.merchantId,
          withLive: scope.withLive,
        })
  return rows.map((row) => ({
    id: row.id,
    merchantId: row.merchant_id,
    at: row.at,
    backOffice: row.desk as BackOffice,
    personId: row.person_id,
    email: row.email,
    what: row.what as ActivityKind,
    onKind: row.on_kind,
    onId: row.on_id,
    isTest: row.is_test,
    address: row.address,
    requestId: row.request_id,
    details: row.details,
  }))
}
