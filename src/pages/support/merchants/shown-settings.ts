import { type Currency, formatAmount, readTypedAmount } from '../../../platform/base/money.ts'
import { latinDigits } from '../../../platform/base/texts.ts'
import { day, minute, second } from '../../../platform/base/times.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { feeRefunds, formatPercent, parsePercent } from '../../../platform/merchants/stores/fee-rates.ts'
import type { StoreSettings } from '../../../platform/merchants/stores/store-settings.ts'
import type { Fields } from '../page.ts'

/** As long as a merchant may set it at the dashboard. */
const maxCaptureDays = 999

/** A store's settings as fields of its form have them. */
export function settingsOf({ checkout, currency, feeRates, autoCaptureSeconds, ...store }: Store) {
  return {
    checkout: checkout as string,
    smallest_order: formatAmount(store.smallestOrderMinor, currency),
    largest_order: formatAmount(store.largestOrderMinor, currency),
    session_minutes: shownAs(store.sessionSeconds, minute),
    payment_minutes: shownAs(store.paymentSeconds, minute),
    auto_capture: autoCaptureSeconds === null ? '' : shownAs(autoCaptureSeconds, day),
    fee_percent: formatPercent(feeRates.percent),
    fee_fixed: formatAmount(feeRates.fixedMinor, currency),
    fee_vat_percent: formatPercent(feeRates.vatPercent),
    fee_refund: feeRates.refund as string,
  }
}

type ShownSettings = ReturnType<typeof settingsOf>

/** The name under which a form says what its page has shown of a setting. */
export const seenName = (name: string): string => `${name}_seen`

/** Whether the store is still as the form's page has shown it. */
export function isAsSeen(store: Store, fields: Fields): boolean {
  return Object.entries(settingsOf(store)).every(([name, shown]) => fields[seenName(name)] === shown)
}

/** The settings that are other than they were, as they are now. */
export function changedSettings(before: Store, after: Store): Partial<ShownSettings> {
  const was: Readonly<Record<string, string>> = settingsOf(before)
  return Object.fromEntries(Object.entries(settingsOf(after)).filter(([name, value]) => value !== was[name]))
}

/**
 * What the form says; undefined where anything of it cannot be read. What was left as it was shown stays as it is, also where it is in seconds
 * and was shown in minutes. Whom the bank pays is the merchant's own.
 */
export function settingsFrom(fields: Fields, store: Store): Partial<StoreSettings> | undefined {
  const { currency, feeRates } = store
  const shown = settingsOf(store)
  const lasting = (
    name: 'session_minutes' | 'payment_minutes' | 'auto_capture',
    before: number | null,
    unit: number,
  ) => (fields[name] === shown[name] ? before : secondsOf(fields[name], unit))
  const smallestOrderMinor = minorOf(fields['smallest_order'], currency)
  const largestOrderMinor = minorOf(fields['largest_order'], currency)
  const fixedMinor = minorOf(fields['fee_fixed'], currency)
  const percent = parsePercent(latinDigits(fields['fee_percent'] ?? '').trim())
  const vatPercent = parsePercent(latinDigits(fields['fee_vat_percent'] ?? '').trim())
  const sessionSeconds = lasting('session_minutes', store.sessionSeconds, minute)
  const paymentSeconds = lasting('payment_minutes', store.paymentSeconds, minute)
  const isNever = (fields['auto_capture'] ?? '').trim() === ''
  const autoCaptureSeconds = isNever ? null : lasting('auto_capture', store.autoCaptureSeconds, day)
  const refund = feeRefunds.find((one) => one === (fields['fee_refund'] ?? feeRates.refund))
  const checkout = (['strict', 'lenient'] as const).find((one) => one === (fields['checkout'] ?? 'strict'))
  if (smallestOrderMinor === undefined || largestOrderMinor === undefined || fixedMinor === undefined) return undefined
  if (percent === undefined || vatPercent === undefined || refund === undefined) return undefined
  if (sessionSeconds == null || paymentSeconds == null || autoCaptureSeconds === undefined) return undefined
  if (checkout === undefined || ((autoCaptureSeconds ?? 0) * second) / day > maxCaptureDays) return undefined
  const lasts = { sessionSeconds, paymentSeconds, autoCaptureSeconds }
  const rates = { percent, fixedMinor, vatPercent, refund }
  return { checkout, smallestOrderMinor, largestOrderMinor, ...lasts, feeRates: rates }
}

// With so many decimals no two of whole seconds look alike.
function shownAs(seconds: number, unit: number): string {
  return String(Number(((seconds * second) / unit).toFixed(5)))
}

function minorOf(text: string | undefined, currency: Currency): bigint | undefined {
  const minor = readTypedAmount(text ?? '', currency)
  return typeof minor === 'bigint' && minor >= 0n ? minor : undefined
}

function secondsOf(text: string | undefined, unit: number): number | undefined {
  const typed = latinDigits(text ?? '').trim()
  return /^\d{1,6}$/.test(typed) ? (Number(typed) * unit) / second : undefined
}
