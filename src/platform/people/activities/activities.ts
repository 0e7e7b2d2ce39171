import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId, newOrderedId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Queryable } from '../../db/db.ts'
import type { BackOffice } from '../back-office.ts'
import { namesOf } from '../names.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { insertActivity, listMerchantActivities, listSupportActivities } from '../store/activities.ts'
import type { Activity, NewActivity } from './activity.ts'
import type { ActivityKind } from './kinds.ts'

/** The person of an activity, with the network address and the request. */
export type ActivityAuthor = Pick<BackOfficeSession, 'backOffice' | 'personId' | 'email' | 'address' | 'requestId'> & {
  readonly merchantId?: string
}

/** Saves an activity, at the machine's time. `on`: the transaction of the act, so that both are saved or none. */
export async function recordActivity(
  app: Pick<App, 'db' | 'clock'>,
  author: ActivityAuthor,
  activity: NewActivity,
  on: Queryable = app.db,
): Promise<void> {
  const { what, onKind, onId, isTest, details } = activity
  await on.run(insertActivity, {
    merchant_id: activity.merchantId ?? author.merchantId ?? allMerchants,
    id: newOrderedId(),
    at: app.clock.now(),
    desk: author.backOffice,
    person_id: author.personId,
    email: author.email,
    what,
    on_kind: onKind,
    on_id: onId,
    is_test: isTest ?? null,
    address: author.address,
    request_id: author.requestId,
    details: details ?? {},
  })
}

export interface ActivityFilter {
  /** The id of the last activity of the page before. */
  readonly before?: string | undefined
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
  readonly email?: string | undefined
  readonly what?: ActivityKind | undefined
  readonly limit: number
}

/** Activities of a merchant's people, with or without those of live mode, or of all agents. */
export type ActivityScope =
  | { readonly backOffice: 'dashboard'; readonly merchantId: MerchantId; readonly withLive: boolean }
  | { readonly backOffice: 'support' }

/** Returns activities, newest first. */
export async function listActivities(app: App, scope: ActivityScope, filter: ActivityFilter): Promise<Activity[]> {
  const { before = null, from = null, to = null, email = null, what = null, limit } = filter
  const criteria = { before, from, to, email, what, limit }
  const rows =
    scope.backOffice === 'support'
      ? await app.db.run(listSupportActivities, criteria)
      : await app.db.run(listMerchantActivities, {
          ...criteria,
          merchantId: scope.merchantId,
          withLive: scope.withLive,
        })
  const names = await namesOf(
    app,
    scope.backOffice,
    rows.map(({ person_id }) => person_id),
  )
  return rows.map((row) => ({
    id: row.id,
    merchantId: row.merchant_id,
    at: row.at,
    backOffice: row.desk as BackOffice,
    personId: row.person_id,
    email: row.email,
    name: names.get(row.person_id),
    what: row.what as ActivityKind,
    onKind: row.on_kind,
    onId: row.on_id,
    isTest: row.is_test,
    address: row.address,
    requestId: row.request_id,
    details: row.details,
  }))
}

/** SQL: whether the merchant of this alias, which has `merchant_id`, has activities. */
export function hasActivities(alias: string): string {
  return `exists (select from activities where activities.merchant_id = ${alias}.merchant_id)`
}
