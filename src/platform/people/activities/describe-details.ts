import type { Activity, DetailValue } from './activity.ts'
import type { ActivityTexts } from './words/en.ts'

/** A detail of an activity in words. */
export interface DescribedDetail {
  /** The name in words; undefined for the reason, which needs none. */
  readonly label: string | undefined
  readonly text: string
  /** The kind of the object whose id the detail is; undefined if it is none. */
  readonly kind: string | undefined
}

/** Details that are the id of an object, and its kind. */
const kinds: Readonly<Partial<Record<string, string>>> = { payment_id: 'payment' }

/** Returns the details of an activity in words, the reason first. `moment`: formats a time as the page does. */
export function describeDetails(
  { what, details }: Pick<Activity, 'what' | 'details'>,
  texts: ActivityTexts,
  moment: (at: number) => string,
): DescribedDetail[] {
  const { reason, opening: _, ...others } = details
  const names: Readonly<Record<string, string>> = texts.activityDetailNames
  const parts = Object.entries(others).flatMap(([written, value]) => {
    // Version 0.1.0 saved the asked side as `from`, which is otherwise a reference or a time.
    const name = written === 'from' && what === 'dispute_request_evidence' ? 'asked' : written
    const text = describeValue(name, value, texts, moment)
    return text === '' ? [] : [{ label: names[name] ?? name, text, kind: kinds[name] }]
  })
  return [...(typeof reason === 'string' ? [{ label: undefined, text: `“${reason}”`, kind: undefined }] : []), ...parts]
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function describeValue(
  name: string,
  value: DetailValue,
  { activityValues: values }: ActivityTexts,
  moment: (at: number) => string,
): string {
  if (typeof value === 'boolean') return value ? values.yes : values.no
  if (value === null) return ''
  const text = String(value)
  if (instant.test(text)) return moment(Date.parse(text))
  const { roles, keyKinds, sides, countries, checkouts, feeRefunds, settings, permissions } = values
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ...{ role: roles, before: roles, kind: keyKinds, asked: sides, country: countries, checkout: checkouts },
    ...{ fee_refund: feeRefunds, max_open_exposure: { off: values.off }, max_orders_per_day: { off: values.off } },
    ...{ auto_capture: { '': values.never }, refund_days: { '': values.unlimited } },
  }
  const lists: Readonly<Record<string, Readonly<Record<string, string>>>> = { changed: settings, permissions }
  const words = Object.hasOwn(lists, name) ? lists[name] : undefined
  if (words !== undefined) {
    return text
      .split(' ')
      .map((one) => words[one] ?? one)
      .join(', ')
  }
  const labels = known[name]
  return labels !== undefined && Object.hasOwn(labels, text) ? (labels[text] ?? text) : text
}
