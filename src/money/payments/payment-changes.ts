import type { App } from '../../platform/app/app.ts'
import { newOrderedId } from '../../platform/base/ids.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import type { Instant } from '../../platform/base/times.ts'
import { batchCalls } from '../../platform/db/batch-calls.ts'
import type { Queryable, WithChange } from '../../platform/db/db.ts'
import { isLockConflict, retryConflicts } from '../../platform/db/optimistic-concurrency.ts'
import { type Actor, actorColumnsOf, nowFor } from '../../platform/merchants/caller.ts'
import { feeRatesRecordOf, storedRatesOf } from '../../platform/merchants/stores/fee-rates.ts'
import { entryRecordOf } from '../ledger/entries.ts'
import { notificationBody } from './notification.ts'
import { listedAs, type PaymentChange } from './payment.ts'
import { refusals } from './refusals.ts'
import { referenceTermOf } from './search/search-terms.ts'
import { waitForFilling } from './search/store/filling.ts'
import { columnsOf } from './store/payments.ts'
import { saveChanges, saveChangesWithReferences, saveChangesWithReturns } from './store/saving.ts'

/**
 * Saves a change, whole or not at all. Returns false, and writes nothing, if another operation changed or locked the
 * payment (optimistic concurrency). Outside of a transaction it shares its round trip with other changes. `isKnown`: the
 * change was decided on a payment that this process knew and did not read. Then nothing is written either if the store's
 * fee rates have changed, or if the payment was emptied or became read-only. Refuses with 400 a read-only payment, whose
 * personal data may still be erased.
 */
export async function savePayment(
  app: App,
  on: Queryable,
  actor: Actor,
  change: PaymentChange,
  isKnown = false,
): Promise<boolean> {
  if (change.before.isHeld && change.transition !== 'erase') throw refusals.held()
  const isSaved = await save(app, on, savingOf(app, actor, change, isKnown))
  if (isSaved) on.afterCommit(() => app.metrics.happened('payments', change.transition, change.after.isTest))
  return isSaved
}

async function save(app: App, on: Queryable, saving: Saving): Promise<boolean> {
  if (on === app.db) return saverOf(app)(saving)
  const [outcome] = await saveBatch(app, on, [saving])
  return outcome?.isSaved ?? false
}

const batches = { maxBatchSize: 32, maxInFlight: 2 }
const savers = new WeakMap<App, (saving: Saving) => Promise<boolean>>()

function saverOf(app: App): (saving: Saving) => Promise<boolean> {
  const saver =
    savers.get(app) ??
    batchCalls(
      {
        ...batches,
        apart: ({ change }: Saving) => app.db.shardOf(change.merchant_id),
        follow: app.db.follow?.('save_payments'),
      },
      async (savings) => {
        const outcomes = await saveBatch(app, app.db, savings)
        if (outcomes.some((outcome) => outcome.hasDeliveries)) app.deliveriesDue.wake()
        return outcomes.map((outcome) => outcome.isSaved)
      },
    )
  savers.set(app, saver)
  return saver
}

// With shards, each statement saves the changes of one shard.
async function saveBatch(app: App, on: Queryable, savings: readonly Saving[]) {
  const writing = {
    changes: savings.map(({ change }, number) => ({ number, ...change })),
    entries: savings.flatMap(({ entries }, number) => entries.map((entry) => ({ number, ...entry }))),
    events: savings.flatMap(({ events }, number) => events.map((event) => ({ number, ...event }))),
    now: app.clock.now(),
  }
  const returns = savings.flatMap(({ returnedMinor }, number) => {
    return returnedMinor > 0n ? [{ number, amount_minor: returnedMinor }] : []
  })
  const renamed = savings.flatMap(({ renamed }, number) => (renamed === undefined ? [] : [{ number, ...renamed }]))
  const rows = await (renamed.length > 0
    ? afterFilling(app, on, savings, (tx) => tx.run(saveChangesWithReferences, { ...writing, returns, renamed }))
    : returns.length > 0
      ? on.run(saveChangesWithReturns, { ...writing, returns })
      : on.run(saveChanges, writing))
  const saved = new Map(rows.map((row) => [row.number, row]))
  return savings.map((_, number) => ({
    isSaved: saved.has(number),
    hasDeliveries: saved.get(number)?.has_deliveries ?? false,
  }))
}

// Race with `fillGap`: it may have read the former references. A statement that starts after it sees its terms and
// replaces them.
async function afterFilling<T>(
  app: App,
  on: Queryable,
  savings: readonly Saving[],
  save: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const merchantIds = [...new Set(savings.map(({ change }) => change.merchant_id))]
  const work = async (tx: Queryable): Promise<T> => {
    await tx.run(waitForFilling, { merchantIds })
    return save(tx)
  }
  return on === app.db ? app.db.transaction(work) : work(on)
}

type Saving = ReturnType<typeof savingOf>

function savingOf(app: App, actor: Actor, change: PaymentChange, isKnown: boolean) {
  const { before, announced } = change
  return {
    change: {
      ...changeRecordOf(change),
      ...actorColumnsOf(actor),
      at: timeOf(app, actor, change),
      is_known: isKnown,
      known_rates: isKnown ? storedRatesOf(before.feeRates) : null,
    },
    entries: change.entries.map(entryRecordOf),
    returnedMinor: change.returnedMinor,
    renamed: renamedTermsOf(change),
    events: announced.map((state, index) => ({
      id: newOrderedId(),
      sequence: before.announced + index + 1,
      ...notificationBody(state),
    })),
  }
}

// Undefined if the search term stays the same.
function renamedTermsOf({ before, after }: PaymentChange): { before: string; after: string } | undefined {
  if (before.orderReference === after.orderReference) return undefined
  const [former, present] = [referenceTermOf(before.orderReference), referenceTermOf(after.orderReference)]
  return former === present ? undefined : { before: former, after: present }
}

function changeRecordOf(change: PaymentChange) {
  const { transition, before, after, movement, fee } = change
  return {
    ...columnsOf(after),
    version: before.version,
    former_change_id: before.changeId,
    listed_before: listedAs(before),
    move: transition,
    status_before: before.status,
    movement_id: movement?.id ?? null,
    amount_minor: movement?.amountMinor ?? null,
    reference_id: shownReferenceOf(change),
    service_reference: movement?.isByService ? movement.referenceId : null,
    body: movement === undefined ? null : JSON.stringify(movement.body),
    fee_minor: fee?.feeMinor ?? null,
    fee_fixed_minor: fee?.fixedMinor ?? null,
    fee_vat_minor: fee?.vatMinor ?? null,
    fee_rates: fee === undefined ? null : { ...feeRatesRecordOf(fee.rates), vat_rounding: 'total' as const },
  }
}

// A service reference is not shown as the merchant's.
function shownReferenceOf({ transition, after, movement }: PaymentChange): string | null {
  if (movement !== undefined) return movement.isByService ? '' : movement.referenceId
  return transition === 'update_reference' ? after.orderReference : null
}

// A due change happens at its due time, and not at the next read of the payment.
function timeOf(app: App, actor: Actor, { before, movement, after, dueAt }: PaymentChange): Instant {
  if (dueAt !== undefined) return dueAt
  if (movement !== undefined) return movement.createdAt
  return after.expiredAt !== before.expiredAt && after.expiredAt !== null ? after.expiredAt : nowFor(app, actor)
}

/**
 * Saves a change and the extra writes in one transaction. Refuses if another operation was faster or holds the payment.
 */
export async function saveChange(
  app: App,
  actor: Actor,
  change: PaymentChange,
  inSameTransaction?: WithChange,
): Promise<void> {
  if (inSameTransaction === undefined) {
    if (!(await savePayment(app, app.db, actor, change))) throw refusals.locked()
    return
  }
  await app.db.transaction(async (tx) => {
    await inSameTransaction(tx)
    if (!(await savePayment(app, tx, actor, change))) throw refusals.locked()
  })
  app.deliveriesDue.wake()
}

/** The amount that the page showed as left, in minor units. */
export interface ExpectedAmount {
  readonly leftMinor: bigint
}

/** Refuses with 409 if another amount is left than the page showed. API calls expect no amount. */
export function requireAmount(expected: ExpectedAmount | undefined, leftMinor: bigint): void {
  if (expected !== undefined && expected.leftMinor !== leftMinor) throw refusals.changed()
}

/** Retries `work` for a while if the payment is locked. Other refusals are final. */
export function retryLocked<T>(work: () => Promise<T>): Promise<T> {
  return retryConflicts(work, isLocked)
}

/** Whether another operation was faster or holds the payment. */
export function isLocked(error: unknown): boolean {
  return isLockConflict(error) || (error instanceof Refusal && error.message === refusals.locked.text)
}
