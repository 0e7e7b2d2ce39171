import { maxAmountMinor } from '../../base/money.ts'
import { isOneLine } from '../../base/texts.ts'
import type { Store } from '../merchant.ts'
import { type Beneficiary, ibanProblem } from './beneficiary.ts'
import { type FeeRates, maxPercent } from './fee-rates.ts'
import { type LegalProblem, legalProblem } from './legal-entity.ts'

/** The settings of a store. */
export type StoreSettings = Pick<
  Store,
  | 'name'
  | 'checkout'
  | 'smallestOrderMinor'
  | 'largestOrderMinor'
  | 'sessionSeconds'
  | 'paymentSeconds'
  | 'autoCaptureSeconds'
  | 'refundDays'
  | 'feeRates'
  | 'offers'
  | 'beneficiary'
  | 'legalEntity'
>

/** The longest name of a store, in characters: customers see it above the amount. */
export const maxStoreName = 100

/** The longest limited time for refunds, in days. */
export const maxRefundDays = 9_999

/** The longest name of a beneficiary that banks take, in characters. */
const maxNameLength = 140

type Settings = StoreSettings & Pick<Store, 'currency'>

/** Returns what is wrong or contradictory in a store's settings, as a sentence; undefined if nothing is. */
export function settingsProblem(settings: Settings): string | undefined {
  return (
    orderProblem(settings) ??
    feeProblem(settings) ??
    beneficiaryProblem(settings.beneficiary) ??
    legalEntityProblem(settings)
  )
}

/** Returns what is wrong with a store's new name, as a sentence; undefined if nothing is. */
export function storeNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'a store must have a name'
  if (name.length > maxStoreName) return `the name of a store must have at most ${maxStoreName} characters`
  return isOneLine(name) ? undefined : 'the name of a store must be one line of text'
}

function orderProblem(settings: Settings): string | undefined {
  const { smallestOrderMinor, largestOrderMinor, sessionSeconds, paymentSeconds } = settings
  const { autoCaptureSeconds, refundDays } = settings
  if (smallestOrderMinor <= 0n) return 'the smallest order must be positive'
  if (largestOrderMinor < smallestOrderMinor) return 'the largest order must not be below the smallest'
  if (largestOrderMinor > maxAmountMinor(settings.currency)) return 'the largest order must be at most 999999999'
  if (sessionSeconds <= 0) return 'a session must last'
  if (paymentSeconds < sessionSeconds) return 'an unfinished payment must not expire before its session'
  if (autoCaptureSeconds !== null && autoCaptureSeconds < 0) return 'automatic capture cannot be before authorization'
  if (refundDays !== null && (refundDays < 1 || refundDays > maxRefundDays))
    return `refunds must be possible for 1 to ${maxRefundDays} days, or unlimited`
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

function legalEntityProblem({ legalEntity, currency }: Settings): string | undefined {
  const problem = legalProblem(legalEntity, currency)
  return problem === undefined ? undefined : `the ${names[problem]} of the legal entity is missing or wrong`
}

const names: Readonly<Record<LegalProblem, string>> = {
  legalName: 'name',
  legalAddress: 'address',
  taxNumber: 'tax number',
}
