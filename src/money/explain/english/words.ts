import type { Card } from '../../../platform/adapters/card-processor.ts'
import type { Instant } from '../../../platform/base/times.ts'

/** A line beneath an event; `at`: a time of its own, by the merchant's clock. */
export interface MoreLine {
  readonly at?: Instant
  readonly text: string
}

/** An event in English, without its time and amount. */
export interface EventText {
  /** One or two words, for example `captured`. */
  readonly label: string
  readonly text: string
  /** What `--all` prints beneath. */
  readonly more: readonly MoreLine[]
}

/** `the shop`, `the customer`: who acted, from the actor of a timeline. The key stands with the request. */
export function whoOf(actor: string): string {
  if (actor.startsWith('key ')) return 'the shop'
  return actor === 'customer' || actor === 'service' ? `the ${actor}` : actor
}

/** `visa …4242`. */
export function cardOf({ brand, lastFour }: Pick<Card, 'brand' | 'lastFour'>): string {
  return `${brand} …${lastFour}`
}

/** Returns the request's id and key as lines beneath an event; none if the service acted by itself. */
export function requestLines({ requestId, actor }: { readonly actor: string; readonly requestId: string }): MoreLine[] {
  const by = actor.startsWith('key ') ? ` with ${actor}` : ''
  return requestId === '' ? [] : [{ text: `request ${requestId}${by}` }]
}

/** `2nd attempt`. */
export function ordinal(count: number): string {
  const ending = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}

export function clipped(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}

/** `1 capture`, `3 captures`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `1 May 2026`, of YYYY-MM-DD. */
export function sayDate(date: string): string {
  return dates.format(Date.parse(date))
}

/** `instalment 2`, `instalments 2–4`. */
export function sayInstallments(numbers: readonly number[]): string {
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined) return 'nothing that is owed'
  return first === last ? `instalment ${first}` : `instalments ${first}–${last}`
}
