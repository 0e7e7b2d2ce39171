import type { Currency } from '../../../platform/base/markets.ts'
import { formatAmount, readTypedAmount } from '../../../platform/base/money.ts'
import { latinDigits } from '../../../platform/base/texts.ts'
import { day, minute, second } from '../../../platform/base/times.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { feeRefunds, formatPercent, parsePercent } from '../../../platform/merchants/stores/fee-rates.ts'
import type { StoreSettings } from '../../../platform/merchants/stores/store-settings.ts'
import type { Fields } from '../page.ts'

/** The same limit as in the dashboard. */
const maxCaptureDays = 999

/** Returns a store's settings as the form's fields show them. */
export function settingsOf({ checkout, currency, feeRates, autoCaptureSeconds, ...store }: Store) {
  return {
    checkout: checkout as string,
    smallest_order: formatAmount(store.smallestOrderMinor, currency),
    largest_order: formatAmount(store.largestOrderMinor, currency),
    session_minutes: shownAs(store.sessionSeconds, minute),
    payment_minutes: shownAs(store.paymentSeconds, minute),
    auto_capture: autoCaptureSeconds === null ? '' : shownAs(autoCaptureSeconds, day),
    refund_days: store.refundDays === null ? '' : String(store.refundDays),
    fee_percent: formatPercent(feeRates.percent),
    fee_fixed: formatAmount(feeRates.fixedMinor, currency),
    fee_vat_percent: formatPercent(feeRates.vatPercent),
    fee_refund: feeRates.refund as string,
  }
}

type ShownSettings = ReturnType<typeof settingsOf>

/** Returns the name of the hidden field with the value that the page showed. */
export const expectedNameOf = (name: string): string => `${name}_seen`

/** Whether the store still has the settings that the page showed. */
export function isUnchanged(store: Store, fields: Fields): boolean {
  return Object.entries(settingsOf(store)).every(([name, shown]) => fields[expectedNameOf(name)] === shown)
}

/** Returns the changed settings with their new values. */
export function changedSettings(before: Store, after: Store): Partial<ShownSettings> {
  const was: Readonly<Record<string, string>> = settingsOf(before)
  return Object.fromEntries(Object.entries(settingsOf(after)).filter(([name, value]) => value !== was[name]))
}

/**
 * Returns the settings of the form; undefined if a field cannot be read. An unchanged field keeps the exact stored
 * value:
 * the form shows rounded minutes or days of seconds. The merchant alone sets the payout's beneficiary.
 */
export function settingsFrom(fields: Fields, store: Store): Partial<StoreSettings> | undefined {
  const { currency, feeRates } = store
  const shown = settingsOf(store)
  const secondsFor = (
    name: 'session_minutes' | 'payment_minutes' | 'auto_capture',
    before: number | null,
    unit: number,
  ) => (fields[name] === shown[name] ? before : secondsOf(fields[name], unit))
  const smallestOrderMinor = minorOf(fields['smallest_order'], currency)
  const largestOrderMinor = minorOf(fields['largest_order'], currency)
  const fixedMinor = minorOf(fields['fee_fixed'], currency)
  const percent = parsePercent(latinDigits(fields['fee_percent'] ?? '').trim())
  const vatPercent = parsePercent(latinDigits(fields['fee_vat_percent'] ?? '').trim())
  const sessionSeconds = secondsFor('session_minutes', store.sessionSeconds, minute)
  const paymentSeconds = secondsFor('payment_minutes', store.paymentSeconds, minute)
  const isNever = (fields['auto_capture'] ?? '').trim() === ''
  const autoCaptureSeconds = isNever ? null : secondsFor('auto_capture', store.autoCaptureSeconds, day)
  const refundDays = daysOf(fields['refund_days'])
  const refund = feeRefunds.find((one) => one === (fields['fee_refund'] ?? feeRates.refund))
  const checkout = (['strict', 'lenient'] as const).find((one) => one === (fields['checkout'] ?? 'strict'))
  if (smallestOrderMinor === undefined || largestOrderMinor === undefined || fixedMinor === undefined) return undefined
  if (percent === undefined || vatPercent === undefined || refund === undefined) return undefined
  if (sessionSeconds == null || paymentSeconds == null || autoCaptureSeconds === undefined) return undefined
  if (refundDays === undefined) return undefined
  if (checkout === undefined || ((autoCaptureSeconds ?? 0) * second) / day > maxCaptureDays) return undefined
  const lasts = { sessionSeconds, paymentSeconds, autoCaptureSeconds, refundDays }
  const rates = { percent, fixedMinor, vatPercent, refund }
  return { checkout, smallestOrderMinor, largestOrderMinor, ...lasts, feeRates: rates }
}

// Five decimals: two different whole seconds never look the same.
function shownAs(seconds: number, unit: number): string {
  return String(Number(((seconds * second) / unit).toFixed(5)))
}

function minorOf(text: string | undefined, currency: Currency): bigint | undefined {
  const minor = readTypedAmount(text ?? '', currency)
  return typeof minor === 'bigint' && minor >= 0n ? minor : undefined
}

// Null for an empty field: without a limit.
function daysOf(text = ''): number | null | undefined {
  const typed = latinDigits(text).trim()
  if (typed === '') return null
  return /^[1-9]\d{0,3}$/.test(typed) ? Number(typed) : undefined
}

function secondsOf(text: string | undefined, unit: number): number | undefined {
  const typed = latinDigits(text ?? '').trim()
  return /^\d{1,6}$/.test(typed) ? (Number(typed) * unit) / second : undefined
}
