import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { batchCalls } from '../../platform/db/batch-calls.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { writeJournal } from '../journal/write-journal.ts'
import {
  countingKey,
  type EffectOf,
  type FaultRule,
  isInjected,
  isMatch,
  lastCounted,
  needsPayment,
  type Occurrence,
} from './fault.ts'
import { injectionEntry } from './injection-entry.ts'
import * as store from './store.ts'

/** A rule that is applied to an occurrence, with its effect. */
export interface Injection<O extends Occurrence> {
  readonly faultId: string
  readonly effect: EffectOf<O>
  /** The payment of the occurrence, if it has one. */
  readonly paymentId: PaymentId | undefined
}

/**
 * Returns the first rule of the merchant and mode that applies; undefined if none does. Rules that are used up, ended
 * or not drawn are skipped. The count and the journal entry are stored before this returns, for every process. A
 * merchant without rules costs one read, which calls of the same moment share. Never called in production.
 */
export async function injectFault<O extends Occurrence>(
  app: App,
  scope: MerchantMode,
  occurrence: O,
): Promise<Injection<O> | undefined> {
  const found = await finderOf(app)(scope)
  const matching = found.filter(({ rule }) => isMatch(rule, occurrence))
  if (matching.length === 0) return undefined
  const isOfPayment = matching.some(({ rule }) => needsPayment(rule))
  const paymentId = isOfPayment ? await occurrence.findPaymentId() : undefined
  for (const fault of matching) {
    if (!isForPayment(fault.rule, paymentId)) continue
    const key = countingKey(fault.rule, occurrence, paymentId)
    if (!(await countAndDraw(app, scope, fault, key))) continue
    await app.db.run(store.addHit, keyOf(fault))
    const injection = { faultId: fault.id, effect: fault.rule.do, paymentId: await occurrence.findPaymentId() }
    const { merchantId, isTest } = scope
    await writeJournal(app, injectionEntry(occurrence, { ...injection, merchantId, isTest, at: app.clock.now() }))
    return { ...injection, effect: fault.rule.do as EffectOf<O> }
  }
  return undefined
}

function isForPayment({ on }: FaultRule, paymentId: PaymentId | undefined): boolean {
  return (on.payment_id ?? null) === null || on.payment_id === paymentId
}

function keyOf({ merchant_id, id, revision }: store.FoundFault) {
  return { merchantId: merchant_id, id, revision }
}

async function countAndDraw(app: App, scope: MerchantMode, fault: store.FoundFault, key: string): Promise<boolean> {
  const { rule } = fault
  const last = lastCounted(rule)
  const [occurrence] = await app.db.run(store.countOccurrence, { ...keyOf(fault), key, last })
  if (occurrence === undefined) return false
  const { per, probability } = rule.when
  const drawnBy = per === 'payment' && probability < 1 && key !== '' ? await ordinalOf(app, scope, key) : key
  return isInjected(rule, drawnBy, occurrence.counted)
}

async function ordinalOf(app: App, { merchantId, isTest }: MerchantMode, paymentId: PaymentId): Promise<string> {
  const [found] = await app.db.run(store.findOrdinal, { merchantId, isTest, paymentId })
  return String(found?.ordinal ?? '')
}

const finders = new WeakMap<App, (scope: MerchantMode) => Promise<readonly store.FoundFault[]>>()

function finderOf(app: App): (scope: MerchantMode) => Promise<readonly store.FoundFault[]> {
  const finder =
    finders.get(app) ??
    batchCalls(
      { maxBatchSize: 64, maxInFlight: 2, follow: app.db.follow?.('find_faults') },
      async (scopes: readonly MerchantMode[]) => {
        const merchantIds = [...new Set(scopes.map(({ merchantId }) => merchantId))]
        const rows = await app.db.run(store.findFaults, { merchantIds, now: app.clock.now() })
        return scopes.map(({ merchantId, isTest }) =>
          rows.filter((row) => row.merchant_id === merchantId && row.is_test === isTest),
        )
      },
    )
  finders.set(app, finder)
  return finder
}
