import type { App } from '../../app/app.ts'
import { allMerchants, newOrderedId } from '../../base/ids.ts'
import type { Queryable } from '../../db/db.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { insertActivity } from '../store/activities.ts'
import type { NewActivity } from './activity.ts'

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
