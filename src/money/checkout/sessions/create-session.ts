import type { App } from '../../../platform/app/app.ts'
import { batchCalls } from '../../../platform/db/batch-calls.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Orderer } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { countCreated, type DecidedSession, decideSession, insertTogether } from './decided-session.ts'
import type { CheckoutRequest } from './read-checkout.ts'
import type { Session } from './session.ts'

/**
 * Creates a session with its payment, which pre-scoring may reject, and stores the decision. Each call creates a new
 * one (docs/contract/checkout.md#create-a-session).
 */
export async function createSession(
  app: App,
  caller: Orderer,
  store: Store,
  request: CheckoutRequest,
): Promise<Session> {
  const created = await decideSession(app, caller, store, request)
  await creatorOf(app.db)(created)
  countCreated(app, created)
  return created.session
}

const batches = { maxBatchSize: 32, maxInFlight: 2 }
const creators = new WeakMap<Db, (created: DecidedSession) => Promise<void>>()

function creatorOf(db: Db): (created: DecidedSession) => Promise<void> {
  const creator =
    creators.get(db) ??
    batchCalls(
      {
        ...batches,
        apart: ({ actor }: DecidedSession) => db.shardOf(actor.merchantId),
        follow: db.follow?.('create_sessions'),
      },
      async (created) => {
        await insertTogether(db, created)
        return created.map(() => undefined)
      },
    )
  creators.set(db, creator)
  return creator
}
