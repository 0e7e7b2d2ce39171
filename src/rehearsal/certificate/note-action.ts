import type { App } from '../../platform/app/app.ts'
import { writeJournal } from '../journal/write-journal.ts'
import type { Stage } from './play-action.ts'
import type { Action } from './scenes.ts'

/** What of it the customer did: the operation that does the same, and a sentence. */
const ofCustomer: Readonly<Partial<Record<Action, readonly [operation: string, summary: string]>>> = {
  authorize: ['authorizePayment', 'The customer accepted and paid the first part.'],
  reject: ['rejectPayment', 'The customer was refused.'],
  cancel: ['cancelPayment', 'The customer left.'],
  dispute: ['openDispute', 'The customer opened a dispute.'],
  visit: ['returnToShop', "The customer came back to the shop's success address."],
}

/** Tells in the journal what a customer did whom the sandbox plays in a rehearsal. */
export async function noteAction(app: App, { actor, paymentId }: Stage, action: Action): Promise<void> {
  const done = ofCustomer[action]
  if (done === undefined) return
  const [operation, summary] = done
  await writeJournal(app, {
    merchantId: actor.merchantId,
    isTest: actor.isTest,
    kind: 'customer',
    at: app.clock.now(),
    operation,
    method: null,
    path: null,
    status: null,
    requestId: null,
    referenceId: null,
    paymentId,
    faultId: null,
    durationMs: null,
    summary,
    request: null,
    answer: null,
  })
}
