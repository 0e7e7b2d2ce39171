import type { Store } from '../merchant.ts'
import { noBeneficiary } from './beneficiary.ts'
import { noFees } from './fee-rates.ts'
import { type LegalEntity, noLegalEntity } from './legal-entity.ts'
import { offersFrom, offersRecordOf, type PlanOffersRecord, standardOffers } from './plan-terms.ts'
import type { StoreSettings } from './store-settings.ts'

/** The settings before a sandbox changed them, as JSON in the store's row. Amounts are text. */
export type SettingsRecord = Omit<
  StoreSettings,
  'smallestOrderMinor' | 'largestOrderMinor' | 'feeRates' | 'offers' | 'legalEntity'
> & {
  readonly smallestOrderMinor: string
  readonly largestOrderMinor: string
  /** Absent in marks of versions without terms. */
  readonly offers?: PlanOffersRecord | null
  /** Absent in marks of versions without legal entities. */
  readonly legalEntity?: LegalEntity
  readonly feeRates: Omit<StoreSettings['feeRates'], 'fixedMinor'> & { readonly fixedMinor: string }
}

/** Marks of a store that a sandbox made or changed. */
export interface StoreMarks {
  /** Whether a sandbox made the store. */
  readonly in_sandbox: boolean
  /** The settings before a sandbox changed them; null if none did. */
  readonly before_sandbox: SettingsRecord | null
}

export const noMarks: StoreMarks = { in_sandbox: false, before_sandbox: null }

type Change = (store: Store) => Partial<StoreSettings>

/**
 * Returns the store without a sandbox's changes; undefined if it has none. A store that a sandbox made gets no fees,
 * no terms of its own, no beneficiary and no legal entity.
 */
export function storeBefore(store: Store, { in_sandbox, before_sandbox: before }: StoreMarks): Store | undefined {
  if (before === null)
    return in_sandbox
      ? {
          ...{ ...store, feeRates: noFees, offers: standardOffers, beneficiary: noBeneficiary },
          legalEntity: noLegalEntity,
        }
      : undefined
  return {
    ...store,
    ...before,
    legalEntity: before.legalEntity ?? noLegalEntity,
    smallestOrderMinor: BigInt(before.smallestOrderMinor),
    largestOrderMinor: BigInt(before.largestOrderMinor),
    offers: offersFrom(before.offers ?? null, store.currency),
    feeRates: { ...before.feeRates, fixedMinor: BigInt(before.feeRates.fixedMinor) },
  }
}

/** Returns the marks of a store that a sandbox changes. The first change stores the settings before it. */
export function marksOfSandbox(store: Store, marks: StoreMarks): StoreMarks {
  if (marks.in_sandbox || marks.before_sandbox !== null) return marks
  return { in_sandbox: false, before_sandbox: recordOf(store) }
}

/**
 * Returns the store after an operator's change, without a sandbox's changes, and its new marks. The operator's
 * settings stay, and all others return to their values before the sandbox. Undefined if no sandbox has changed the
 * store.
 */
export function changeBefore(store: Store, marks: StoreMarks, change: Change): [Store, StoreMarks] | undefined {
  const before = storeBefore(store, marks)
  if (before === undefined) return undefined
  const changed = { ...before, ...change(before) }
  return [changed, { in_sandbox: false, before_sandbox: recordOf(changed) }]
}

function recordOf(store: Store): SettingsRecord {
  const { name, checkout, sessionSeconds, paymentSeconds, autoCaptureSeconds, refundDays, feeRates, beneficiary } =
    store
  const { legalEntity } = store
  return {
    ...{ name, checkout, sessionSeconds, paymentSeconds, autoCaptureSeconds, refundDays, beneficiary },
    legalEntity,
    smallestOrderMinor: String(store.smallestOrderMinor),
    largestOrderMinor: String(store.largestOrderMinor),
    offers: offersRecordOf(store.offers, store.currency),
    feeRates: { ...feeRates, fixedMinor: String(feeRates.fixedMinor) },
  }
}
