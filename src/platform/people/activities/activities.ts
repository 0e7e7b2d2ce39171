import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId, newOrderedId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Queryable } from '../../db/db.ts'
import type { BackOffice } from '../back-office.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { insertActivity, listMerchantActivities, listSupportActivities } from '../store/activities.ts'
import type { Activity, NewActivity } from './activity.ts'
import type { ActivityKind } from './kinds.ts'

/** Who did it, and from where. */
export type Doer = Pick<BackOfficeSession, 'backOffice' | 'personId' | 'email' | 'address' | 'requestId'> & {
  readonly merchantId?: string
}

/** Writes down what somebody did, by the machine's clock; with a transaction it stands or falls with what was done. */
export async function recordActivity(
  app: Pick<App, 'db' | 'clock'>,
  doer: Doer,
  activity: NewActivity,
  on: Queryable = app.db,
): Promise<void> {
  const { what, onKind, onId, isTest, details } = activity
  await on.run(insertActivity, {
    merchant_id: activity.merchantId ?? doer.merchantId ?? allMerchants,
    id: newOrderedId(),
    at: app.clock.now(),
    desk: doer.backOffice,
    person_id: doer.personId,
    email: doer.email,
    what,
    on_kind: onKind,
    on_id: onId,
    is_test: isTest ?? null,
    address: doer.address,
    request_id: doer.requestId,
    details: details ?? {},
  })
}

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

/** SQL: whether people of the merchant of this alias, which has merchant_id, have done anything. */
export function hasActivities(alias: string): string {
  return `exists (select from activities where activities.merchant_id = ${alias}.merchant_id)`
}
