import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import { retryOvertaken } from '../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { writeOffPayment } from '../payments/collection-changes.ts'
import { amountToCollect, nextStep } from '../plans/schedule.ts'
import { chargeInstallments } from './charge-installments.ts'
import { type Collection, scheduled } from './collection.ts'
import { type LoadedCollection, loadCollection, saveCollection } from './collections.ts'
import { factsOf } from './facts.ts'
import { queueMessage } from './messages/messages.ts'
import { reminderMessage } from './messages/plan-messages.ts'
import { sendMessagesOf } from './messages/sending.ts'
import { refusals } from './refusals.ts'

/**
 * Runs the due step of a payment's collection: reminds, charges, ends the plan, or waits. Doing it twice, or at once
 * with others, changes nothing more, because all contend for the collection's version. Refuses if the version changes
 * all the time.
 */
export async function advanceCollection(app: App, actor: Actor, paymentId: PaymentId): Promise<void> {
  await retryOvertaken(refusals.chargeUnderWay, async () => {
    const loaded = await loadCollection(app, actor, paymentId)
    const now = nowFor(app, actor)
    // While a charge is in flight nothing is due.
    const isDue = loaded !== undefined && loaded.collection.dueAt !== null && loaded.collection.dueAt <= now
    return !isDue || tryStep(app, actor, loaded, now)
  })
}

async function tryStep(app: App, actor: Actor, loaded: LoadedCollection, now: Instant): Promise<boolean> {
  const { collection, facts } = loaded
  const step = nextStep(facts, now)
  if (step === undefined || step.at > now) return saveCollection(app.db, scheduled(collection, facts, now))
  switch (step.kind) {
    case 'remind':
      return remind(app, actor, loaded, now)
    case 'default':
      return giveUp(app, loaded, now)
    case 'write_off':
      return writeOff(app, actor, loaded, now)
    case 'collect':
      return (await chargeInstallments(app, actor, loaded, 'scheduled', amountToCollect(facts, now))) !== undefined
    case 'wait':
      return saveCollection(app.db, { ...collection, dueAt: step.at })
  }
}

async function remind(app: App, actor: Actor, loaded: LoadedCollection, now: Instant): Promise<boolean> {
  const { message, dueDate } = reminderMessage(loaded, now)
  const isSaved = await app.db.transaction(async (tx) => {
    const reminded = { ...loaded.collection, remindedFor: dueDate }
    const facts = { ...loaded.facts, remindedFor: dueDate }
    if (!(await saveCollection(tx, scheduled(reminded, facts, now)))) return false
    await queueMessage(app, tx, { ...loaded, collection: reminded }, message, now)
    return true
  })
  if (isSaved) await sendMessagesOf(app, actor, loaded.collection.paymentId)
  return isSaved
}

async function giveUp(app: App, { collection, facts }: LoadedCollection, now: Instant): Promise<boolean> {
  const defaulted: Collection = { ...collection, defaultedAt: now }
  const isSaved = await saveCollection(app.db, scheduled(defaulted, { ...facts, isDefaulted: true }, now))
  if (!isSaved) return false
  app.log.warn({ payment_id: collection.paymentId }, 'a plan is defaulted: a person decides')
  app.metrics.happened('plans', 'default', collection.isTest)
  return true
}

async function writeOff(
  app: App,
  actor: Actor,
  { collection, payment, charges }: LoadedCollection,
  now: Instant,
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const after = await writeOffPayment(app, tx, actor, payment)
    const next = scheduled(collection, factsOf(app, collection, after, charges), now)
    // Undoes the write-off, too: it was decided on a collection that has changed since.
    if (!(await saveCollection(tx, next))) throw refusals.chargeUnderWay()
    return true
  })
}
