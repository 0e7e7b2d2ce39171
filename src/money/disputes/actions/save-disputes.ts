import type { App } from '../../../platform/app/app.ts'
import { newOrderedId } from '../../../platform/base/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { isLockConflict } from '../../../platform/db/optimistic-concurrency.ts'
import { type Actor, actorColumnsOf } from '../../../platform/merchants/caller.ts'
import { cardStepOf } from '../../charges/processor.ts'
import { quietCollection } from '../../collections/collections.ts'
import { getPayment } from '../../payments/get-payment.ts'
import type { PaymentChange } from '../../payments/payment.ts'
import { savePayment } from '../../payments/payment-changes.ts'
import { endDispute, refundDispute } from '../../payments/transitions/dispute.ts'
import { countAttachments } from '../attachments/store.ts'
import type { ChangeOptions, Dispute, DisputeChange, HistoryEntry } from '../dispute.ts'
import { refusals } from '../refusals.ts'
import { entryRowOf, rowOf } from '../store/rows.ts'
import { insertDispute, updateDispute } from '../store/saving.ts'
import { formatNotification } from '../wire.ts'

/** Another call has changed the dispute or payment since it was read. Nothing was saved. */
class Overtaken extends Error {}

/** A change of a dispute, and the change of its payment. */
interface Step {
  readonly change: DisputeChange
  readonly payment: PaymentChange | undefined
}

/**
 * Saves changes of disputes in one transaction, each with its history entry, its notification and the change of its
 * payment. Returns the saved disputes, or undefined with nothing saved if another call was faster. Refuses
 * attachments that are not this merchant's. `hold`: the payment's change for a new dispute. `inSameTransaction`:
 * extra writes.
 */
export async function trySaveDisputes(
  app: App,
  actor: Actor,
  changes: readonly DisputeChange[],
  hold?: PaymentChange,
  inSameTransaction?: ChangeOptions['inSameTransaction'],
): Promise<readonly Dispute[] | undefined> {
  const entries = changes.map((change) => change.entry)
  await requireAttachments(app, actor, entries)
  const steps = await Promise.all(
    changes.map(async (change) => {
      const payment = change.payment === 'hold' ? hold : await paymentChangeFor(app, actor, change)
      return { change, payment }
    }),
  )
  return saveSteps(app, actor, steps, inSameTransaction)
}

async function requireAttachments(app: App, actor: Actor, entries: readonly HistoryEntry[]): Promise<void> {
  const ids = [...new Set(entries.flatMap((entry) => entry.attachmentIds))]
  if (ids.length === 0) return
  const [row] = await app.db.run(countAttachments, { merchantId: actor.merchantId, ids })
  if (row?.known !== ids.length) throw refusals.badRequest()
}

async function paymentChangeFor(app: App, actor: Actor, change: DisputeChange): Promise<PaymentChange | undefined> {
  const { dispute, entry } = change
  if (change.payment !== 'release' && change.payment !== 'refund') return undefined
  const payment = await getPayment(app, { ...actor, isTest: false }, dispute.paymentId)
  // Another call may have ended this dispute before the payment was read. Then the dispute is not saved either.
  if (payment.disputeId !== dispute.id) return undefined
  if (change.payment === 'release') return endDispute(payment, dispute.id)
  return refundDispute(payment, dispute.id, dispute.amountMinor, entry.createdAt, cardStepOf(app, payment))
}

async function saveSteps(
  app: App,
  actor: Actor,
  steps: readonly Step[],
  inSameTransaction: ChangeOptions['inSameTransaction'],
): Promise<readonly Dispute[] | undefined> {
  // One order for all transactions, so that two of them with the same disputes cannot deadlock.
  const ordered = steps.toSorted((a, b) => (a.change.dispute.id < b.change.dispute.id ? -1 : 1))
  const saved = new Map<string, Dispute>()
  const after = (): Dispute[] => steps.map(({ change }) => saved.get(change.dispute.id) ?? change.dispute)
  try {
    await app.db.transaction(async (tx) => {
      for (const { change, payment } of ordered) {
        // The payment is saved first: of several calls that open a dispute on it at once, only one finds its version.
        const isHeld = change.payment === 'none' || (payment && (await savePayment(app, tx, actor, payment)))
        if (!isHeld) throw new Overtaken()
        if (payment !== undefined) {
          await quietCollection(tx, payment.after, change.payment === 'hold' ? null : change.entry.createdAt)
        }
        saved.set(change.dispute.id, await saveStep(app, tx, actor, change))
      }
      await inSameTransaction?.(tx, after())
    })
  } catch (error) {
    if (error instanceof Overtaken || isLockConflict(error)) return undefined
    throw error
  }
  app.deliveriesDue.wake()
  return after()
}

async function saveStep(app: App, tx: Tx, actor: Actor, change: DisputeChange): Promise<Dispute> {
  const { dispute: before, entry, announce } = change
  const announced = before.announced + (announce === null ? 0 : 1)
  const dispute = { ...before, version: before.version + 1, announced }
  const common = {
    merchantId: actor.merchantId,
    attachmentIds: entry.attachmentIds,
    entries: [{ ...entryRowOf(entry), ...actorColumnsOf(actor) }],
    notifications: announce === null ? [] : [{ id: newOrderedId(), body: formatNotification(dispute, announce) }],
    now: app.clock.now(),
  }
  const rows =
    before.version === 0
      ? await tx.run(insertDispute, { ...common, disputes: [rowOf(dispute)] })
      : await tx.run(updateDispute, { ...common, changes: [{ ...rowOf(dispute), version: before.version }] })
  if (rows.length !== 1) throw new Overtaken()
  // All disputes are in live mode.
  tx.afterCommit(() => app.metrics.happened('disputes', entry.eventType))
  return dispute
}
