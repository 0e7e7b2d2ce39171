import { maxAmountMinor } from '../../base/money.ts'
import { isOneLine } from '../../base/one-line.ts'
import type { Store } from '../merchant.ts'
import type { Beneficiary } from './beneficiary.ts'
import { type FeeRates, maxPercent } from './fee-rates.ts'
import { ibanProblem } from './iban.ts'

/** What of a store can be set. */
export type StoreSettings = Pick<
  Store,
  | 'name'
  | 'checkout'
  | 'smallestOrderMinor'
  | 'largestOrderMinor'
  | 'sessionSeconds'
  | 'paymentSeconds'
  | 'autoCaptureSeconds'
  | 'feeRates'
  | 'beneficiary'
>

/** No name of a store is longer, in characters: customers see it above what they pay. */
export const maxStoreName = 100

/** No bank takes a longer name, in characters. */
const maxNameLength = 140

type Settings = StoreSettings & Pick<Store, 'currency'>

/** What is wrong with a store's settings or contradicts itself in them, in words; undefined when nothing does. */
export function settingsProblem(settings: Settings): string | undefined {
  return orderProblem(settings) ?? feeProblem(settings) ?? beneficiaryProblem(settings.beneficiary)
}

/** What is wrong with a new name of a store, in words; undefined when nothing is. */
export function storeNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'a store must have a name'
  if (name.length > maxStoreName) return `the name of a store must have at most ${maxStoreName} characters`
  return isOneLine(name) ? undefined : 'the name of a store must be one line of text'
}

function orderProblem(settings: Settings): string | undefined {
  const { smallestOrderMinor, largestOrderMinor, sessionSeconds, paymentSeconds, autoCaptureSeconds } = settings
  if (smallestOrderMinor <= 0n) return 'the smallest order must be positive'
  if (largestOrderMinor < smallestOrderMinor) return 'the largest order must not be below the smallest'
  if (largestOrderMinor > maxAmountMinor(settings.currency)) return 'the largest order must be at most 999999999'
  if (sessionSeconds <= 0) return 'a session must last'
  if (paymentSeconds < sessionSeconds) return 'an unfinished payment must not expire before its session'
  if (autoCaptureSeconds !== null && autoCaptureSeconds < 0) return 'automatic capture cannot be before authorization'
  return undefined
}

function feeProblem({ feeRates, currency }: Settings): string | undefined {
  const { percent, fixedMinor, vatPercent } = feeRates
  if (!isPercent(percent)) return 'the fee must be a percentage from 0 to 100 with at most two decimals'
  if (!isPercent(vatPercent)) return 'the VAT on the fee must be a percentage from 0 to 100 with at most two decimals'
  if (fixedMinor < 0n) return 'the fixed fee must be zero or more'
  if (fixedMinor > maxAmountMinor(currency)) return 'the fixed fee must be at most 999999999'
  return undefined
}

function isPercent(hundredths: FeeRates['percent']): boolean {
  return Number.isInteger(hundredths) && hundredths >= 0 && hundredths <= maxPercent
}

function beneficiaryProblem({ name, iban }: Beneficiary): string | undefined {
  if (name.length > maxNameLength) return `the name of the beneficiary must have at most ${maxNameLength} characters`
  if (!isOneLine(name)) return 'the name of the beneficiary must be one line of text'
  if (iban === '') return undefined
  if (name === '') return 'an IBAN needs the name of the beneficiary beside it'
  return ibanProblem(iban)
}
