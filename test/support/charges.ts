import assert from 'node:assert/strict'
import type { ChargeState } from '../../src/money/charges/states.ts'
import { stateFrom } from '../../src/money/charges/store/stored-words.ts'
import { dueFirstCharges } from '../../src/money/checkout/charges/first-charges.ts'
import {
  type CardProcessor,
  type CardRefund,
  type Charge,
  type ChargeFinding,
  type ChargeResult,
  NoAnswer,
  type RefundFinding,
  type RefundResult,
} from '../../src/platform/adapters/card-processor.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import type { Shop } from '../../testkit/shop.ts'
import { type FormCustomer, fillIn, openForms } from '../pages/forms.ts'
import type { TestService } from './service.ts'

export const charged: ChargeResult = { kind: 'charged', reference: 'reference', networkReference: 'network' }
export const declined: ChargeResult = { kind: 'declined', reason: 'declined', retry: 'later' }
export const noAnswer = async (): Promise<never> => {
  throw new NoAnswer()
}

/** A customer who only has to press the last button. */
export async function arriveAtConfirm(shop: Shop): Promise<FormCustomer> {
  const customer = await openForms(shop)
  await fillIn(customer)
  return customer
}

/** Makes every charge that waits for a check due now, by the database's clock. */
export async function makeChargesDue({ database }: Pick<TestService, 'database'>): Promise<void> {
  await database.query(`update charges set resolve_at = statement_timestamp() where resolve_at is not null`)
}

/** Runs one round of checks in two processes at once. */
export async function checkCharges(service: TestService): Promise<void> {
  await makeChargesDue(service)
  await Promise.all([settleDue(service.app, dueFirstCharges), settleDue(service.app, dueFirstCharges)])
}

/** Waits until the condition is true. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 60_000
  while (!(await isSo())) assert.ok(performance.now() < endsAt, 'a minute is long enough')
}

export interface FoundCharge {
  readonly id: string
  readonly state: ChargeState
  readonly checks: number
  /** Milliseconds until the charge's next check. */
  readonly inMs: number
}

/** A session's charges, oldest first. */
export async function chargesOf(
  { database }: Pick<TestService, 'database'>,
  { sessionId }: Pick<FormCustomer, 'sessionId'>,
): Promise<FoundCharge[]> {
  const rows = await database.query(
    `select id, state, looks as checks, (extract(epoch from resolve_at - statement_timestamp()) * 1000)::float8 as in_ms
     from charges where session_id = '${sessionId}' order by created_at, id`,
  )
  return rows.map(({ id, state, checks, in_ms }) => {
    return { id: String(id), state: stateFrom(String(state)), checks: Number(checks), inMs: Number(in_ms) }
  })
}

/** A processor that a test scripts. It records its calls in order. */
export interface ScriptedCards {
  charge: (charge: Charge) => Promise<ChargeResult>
  answerChallenge: (charge: Charge, isConfirmed: boolean) => Promise<ChargeResult>
  find: (charge: Charge) => Promise<ChargeFinding>
  refund: (refund: CardRefund) => Promise<RefundResult>
  findRefund: (refund: CardRefund) => Promise<RefundFinding>
  readonly requests: ProcessorCall[]
}

interface ProcessorCall {
  readonly kind: 'charge' | 'answerChallenge' | 'find' | 'refund' | 'findRefund'
  readonly id: string
}

/**
 * Ids of charges that were returned in full by a refund under their own id, in order. Partial returns are not included.
 */
export function voidedBy({ requests }: ScriptedCards): string[] {
  const charges = new Set(requests.filter(({ kind }) => kind === 'charge').map(({ id }) => id))
  return requests.filter(({ kind, id }) => kind === 'refund' && charges.has(id)).map(({ id }) => id)
}

/** Replaces the processor of test keys by a scripted one. By default it charges, finds no charge, and refunds. */
export function scriptCards({ app }: Pick<TestService, 'app'>): ScriptedCards {
  const script: ScriptedCards = {
    charge: async () => charged,
    answerChallenge: async () => ({ kind: 'declined', reason: 'not_confirmed', retry: 'by_customer' }),
    find: async () => ({ kind: 'unknown' }),
    refund: async () => ({ kind: 'refunded' }),
    findRefund: async () => ({ kind: 'unknown' }),
    requests: [],
  }
  const { requests } = script
  const scripted: Omit<CardProcessor, 'tokenize' | 'limits' | 'report'> = {
    charge(charge) {
      requests.push({ kind: 'charge', id: charge.id })
      return script.charge(charge)
    },
    answerChallenge(charge, isConfirmed) {
      requests.push({ kind: 'answerChallenge', id: charge.id })
      return script.answerChallenge(charge, isConfirmed)
    },
    find(charge) {
      requests.push({ kind: 'find', id: charge.id })
      return script.find(charge)
    },
    refund(refund) {
      requests.push({ kind: 'refund', id: refund.id })
      return script.refund(refund)
    },
    findRefund(refund) {
      requests.push({ kind: 'findRefund', id: refund.id })
      return script.findRefund(refund)
    },
  }
  Object.assign(app.cards.test, scripted)
  return script
}
