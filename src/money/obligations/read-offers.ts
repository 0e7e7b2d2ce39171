import { decimalText } from '../../platform/base/money.ts'
import { type WrongField, wrongValue } from '../../platform/base/refusals.ts'
import type { Part } from '../../platform/http/read-body.ts'
import type { Store } from '../../platform/merchants/merchant.ts'
import { parsePercent } from '../../platform/merchants/stores/fee-rates.ts'
import { type PlanOffers, type PlanTerms, planName, standardTerms } from '../../platform/merchants/stores/plan-terms.ts'
import { AmountReader } from '../payments/amounts.ts'
import { type BrokenRule, brokenRules } from './judge-terms.ts'
import type { PlansInput, PlanTermsInput } from './schemas.ts'

/** What a store is to offer, and the rules of its market's profile that somebody answers for. */
export interface OffersRequest {
  readonly offers: PlanOffers
  readonly accepted: readonly BrokenRule[]
}

type GivenTerms = Part<PlanTermsInput>

/** The facts of the store for which terms are entered. */
export type OfferingStore = Pick<Store, 'currency' | 'smallestOrderMinor'>

/**
 * Reads what a store is to offer, and adds wrong values to `wrong` (docs/contract/terms.md#where-they-are-set). Terms
 * beyond the profile of the market are wrong, unless the body accepts responsibility. `at`: where the members are.
 */
export function readOffers(
  given: Part<PlansInput>,
  store: OfferingStore,
  at: string,
  wrong: WrongField[],
): OffersRequest {
  const terms = (given.plans ?? []).map((input, index) => readTerms(input, store, `${at}.plans[${index}]`, wrong))
  const broken = terms.map((one) => brokenRules(one, store))
  const accepted = given.accept_responsibility === true ? broken.flat() : []
  for (const [index, rules] of broken.entries()) {
    if (accepted.length > 0) break
    for (const { member, message } of rules) wrong.push(wrongValue(`${at}.plans[${index}].${member}`, message))
  }
  for (const [index, one] of terms.entries()) {
    const same = terms.slice(0, index).some((other) => planName(other) === planName(one) && areMeeting(one, other))
    if (same) wrong.push(wrongValue(`${at}.plans[${index}].count`, `has ${planName(one)} twice for the same amounts`))
  }
  return { offers: { terms, feeRefund: given.service_fee_refund ?? 'proportion' }, accepted }
}

function readTerms(input: GivenTerms, { currency }: OfferingStore, at: string, wrong: WrongField[]): PlanTerms {
  const { count = standardTerms.count, period = standardTerms.period, fee_on, service_fee } = input
  const amounts = new AmountReader(currency)
  const readLimit = (name: 'min_amount' | 'max_amount'): bigint | null => {
    const text = input[name]
    if (text === null || text === undefined) return null
    const minor = amounts.readMinor(text, `${at}.${name}`)
    if (minor <= 0n) amounts.complain(`${at}.${name}`, 'not positive')
    return minor
  }
  const fixedMinor = amounts.readMinor(service_fee?.fixed, `${at}.service_fee.fixed`)
  if (fixedMinor < 0n) amounts.complain(`${at}.service_fee.fixed`, 'negative')
  const [minMinor, maxMinor] = [readLimit('min_amount'), readLimit('max_amount')]
  wrong.push(...amounts.wrong)
  if (minMinor !== null && maxMinor !== null && maxMinor < minMinor) {
    wrong.push(wrongValue(`${at}.max_amount`, 'must not be below min_amount'))
  }
  const percent = readPercent(service_fee?.percent ?? 0, `${at}.service_fee.percent`, wrong)
  return {
    ...{ count, period, downPayment: readDownPayment(input, at, wrong), feeOn: fee_on ?? standardTerms.feeOn },
    ...{ serviceFee: { percent, fixedMinor: fixedMinor < 0n ? 0n : fixedMinor }, minMinor, maxMinor },
  }
}

function readDownPayment({ down_payment: given }: GivenTerms, at: string, wrong: WrongField[]) {
  if (given === null || given === undefined) return null
  const hundredths = parsePercent(decimalText(given))
  if (hundredths !== undefined && hundredths > 0 && hundredths < 10_000) return hundredths
  wrong.push(
    wrongValue(`${at}.down_payment`, 'must be a percentage above 0 and below 100 with at most two decimals, or null'),
  )
  return null
}

function readPercent(given: string | number, at: string, wrong: WrongField[]): number {
  const hundredths = parsePercent(decimalText(given))
  if (hundredths !== undefined) return hundredths
  wrong.push(wrongValue(at, 'must be a percentage from 0 to 100 with at most two decimals'))
  return 0
}

// Both ends of a range belong to it.
function areMeeting(one: PlanTerms, other: PlanTerms): boolean {
  const isBelow = (first: PlanTerms, second: PlanTerms): boolean =>
    first.maxMinor !== null && second.minMinor !== null && first.maxMinor < second.minMinor
  return !isBelow(one, other) && !isBelow(other, one)
}
