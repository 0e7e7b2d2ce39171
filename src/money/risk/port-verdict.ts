import type { Currency } from '../../platform/base/markets.ts'
import { parseAmount } from '../../platform/base/money.ts'
import { cutText, toStorable } from '../../platform/base/texts.ts'

/** An answer of the decision port (docs/contract/terms.md#the-decision-port). */
export interface PortAnswer {
  readonly decision: 'approve' | 'decline' | 'refer'
  readonly reasons: readonly string[]
  /** The most that the customer may owe with this order, as it was sent. */
  readonly limit: string | null
  /** In minor units. */
  readonly limitMinor: bigint | null
  /** The names of the terms that may be offered; null: all. */
  readonly terms: readonly string[] | null
}

/** Why there is no answer. `skipped`: nobody was asked, after too many failures. */
export type PortFailure = 'late' | 'broken' | 'nonsense' | 'skipped'

/** What the decision port said about an order, as it is stored and shown. */
export interface PortVerdict {
  readonly decision_id: string
  readonly answer: PortAnswer['decision'] | null
  readonly reasons: readonly string[]
  readonly limit: string | null
  readonly terms: readonly string[] | null
  readonly failure: PortFailure | null
  /** The decision in place of an answer. */
  readonly fallback: 'approve' | 'decline' | null
  readonly duration_ms: number
  /** What rejected the order; null: it was not rejected. */
  readonly declined_by: 'answer' | 'limit' | 'terms' | 'fallback' | null
}

/** How much of an answer is stored: reasons and names of terms, and the characters of each. */
const stored = { texts: 50, characters: 300 } as const

const decisions: readonly unknown[] = ['approve', 'decline', 'refer'] satisfies PortAnswer['decision'][]

/**
 * Returns the answer in a body; undefined for another shape. Only `decision` is required, unknown members are ignored,
 * and null means absent. An amount must be one of the currency.
 */
export function readPortAnswer(body: string, currency: Currency): PortAnswer | undefined {
  const value = parseObject(body)
  if (value === undefined || !decisions.includes(value['decision'])) return undefined
  const [reasons, limit, terms] = [value['reasons'] ?? [], value['limit'] ?? null, value['terms'] ?? null]
  if (!isTexts(reasons) || (terms !== null && !isTexts(terms))) return undefined
  if (limit !== null && typeof limit !== 'string') return undefined
  const limitMinor = limit === null ? null : parseAmount(limit, currency)
  if (typeof limitMinor === 'string') return undefined
  return { decision: value['decision'] as PortAnswer['decision'], reasons, limit, limitMinor, terms }
}

/** Returns the limit of a verdict in minor units; null without one. */
export function limitOf(limit: string | null, currency: Currency): bigint | null {
  const minor = limit === null ? null : parseAmount(limit, currency)
  if (typeof minor === 'string') throw new Error(`the limit ${limit} is none in ${currency}: ${minor}`)
  return minor
}

function parseObject(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** The order as the answer is applied to it. */
interface AskedOrder {
  /** The amount that the customer owes with this order, in minor units. */
  readonly exposureMinor: bigint
  /** The names of the terms that are offered. */
  readonly plans: readonly string[]
}

type Asking = Pick<PortVerdict, 'decision_id' | 'duration_ms'>

/** Returns the verdict of an answer: it may decline, or leave a limit or terms by which the order is rejected. */
export function verdictOf(answer: PortAnswer, { exposureMinor, plans }: AskedOrder, asking: Asking): PortVerdict {
  const { decision, reasons, limit, limitMinor, terms } = answer
  const isAbove = limitMinor !== null && exposureMinor > limitMinor
  const isNoneLeft = terms !== null && !plans.some((name) => terms.includes(name))
  return {
    decision_id: asking.decision_id,
    answer: decision,
    reasons: cut(reasons),
    limit,
    // The terms that are offered are stored, however many others the answer names.
    terms: terms && cut(terms.length > stored.texts ? plans.filter((name) => terms.includes(name)) : terms),
    failure: null,
    fallback: null,
    duration_ms: asking.duration_ms,
    declined_by: decision === 'decline' ? 'answer' : isAbove ? 'limit' : isNoneLeft ? 'terms' : null,
  }
}

/** Returns the verdict without an answer. */
export function verdictWithout(failure: PortFailure, fallback: 'approve' | 'decline', asking: Asking): PortVerdict {
  return {
    decision_id: asking.decision_id,
    ...{ answer: null, reasons: [], limit: null, terms: null, failure, fallback },
    duration_ms: asking.duration_ms,
    declined_by: fallback === 'decline' ? 'fallback' : null,
  }
}

function cut(texts: readonly string[]): string[] {
  return texts.slice(0, stored.texts).map((text) => cutText(toStorable(text), stored.characters))
}
