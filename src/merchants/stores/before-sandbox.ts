import type { Store } from '../merchant.ts'
import { noBeneficiary } from './beneficiary.ts'
import { noFees } from './fee-rates.ts'
import type { StoreSettings } from './store-settings.ts'

/** The settings as rows keep those from before a sandbox, in JSON: amounts are text. */
export type SettingsRecord = Omit<StoreSettings, 'smallestOrderMinor' | 'largestOrderMinor' | 'feeRates'> & {
  readonly smallestOrderMinor: string
  readonly largestOrderMinor: string
  readonly feeRates: Omit<StoreSettings['feeRates'], 'fixedMinor'> & { readonly fixedMinor: string }
}

/** What a sandbox has made or changed of a store. */
export interface StoreMarks {
  /** Whether a sandbox has made it. */
  readonly in_sandbox: boolean
  /** The settings before a sandbox changed them; null where it has not. */
  readonly before_sandbox: SettingsRecord | null
}

export const noMarks: StoreMarks = { in_sandbox: false, before_sandbox: null }

type Change = (store: Store) => Partial<StoreSettings>

/** The store as it would be without the sandbox; undefined where it is as it is now. One that a sandbox has made costs nothing and pays nobody. */
export function storeBefore(store: Store, { in_sandbox, before_sandbox: before }: StoreMarks): Store | undefined {
  if (before === null) return in_sandbox ? { ...store, feeRates: noFees, beneficiary: noBeneficiary } : undefined
  return {
    ...store,
    ...before,
    smallestOrderMinor: BigInt(before.smallestOrderMinor),
    largestOrderMinor: BigInt(before.largestOrderMinor),
    feeRates: { ...before.feeRates, fixedMinor: BigInt(before.feeRates.fixedMinor) },
  }
}

/** The marks of a store that a sandbox changes: its first change keeps what was there before. */
export function marksOfSandbox(store: Store, marks: StoreMarks): StoreMarks {
  if (marks.in_sandbox || marks.before_sandbox !== null) return marks
  return { in_sandbox: false, before_sandbox: recordOf(store) }
}

/**
 * The store without the sandbox, once an operator has changed it too, and its marks: what the operator sets stays, and the rest goes
 * back. Undefined where no sandbox has changed it.
 */
export function changeBefore(store: Store, marks: StoreMarks, change: Change): [Store, StoreMarks] | undefined {
  const before = storeBefore(store, marks)
  if (before === undefined) return undefined
  const changed = { ...before, ...change(before) }
  return [changed, { in_sandbox: false, before_sandbox: recordOf(changed) }]
}

function recordOf(store: Store): SettingsRecord {
  const { name, checkout, sessionSeconds, paymentSeconds, autoCaptureSeconds, feeRates, beneficiary } = store
  return {
    ...{ name, checkout, sessionSeconds, paymentSeconds, autoCaptureSeconds, beneficiary },
    smallestOrderMinor: String(store.smallestOrderMinor),
    largestOrderMinor: String(store.largestOrderMinor),
    feeRates: { ...feeRates, fixedMinor: String(feeRates.fixedMinor) },
  }
}
