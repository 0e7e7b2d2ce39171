import assert from 'node:assert/strict'
import type { CardProcessor, Charge, ChargeFinding, ChargeResult } from '../../src/adapters/card-processor.ts'
import { NoAnswer } from '../../src/adapters/sandbox-cards.ts'
import { dueCharges } from '../../src/checkout/charges/due-charges.ts'
import type { ChargeState } from '../../src/checkout/charges/states.ts'
import { stateFrom } from '../../src/checkout/store/charges.ts'
import { settleDue } from '../../src/due/settle-due.ts'
import type { Shop } from '../../testkit/shop.ts'
import { type FormCustomer, fillIn, openForms } from '../pages/forms.ts'
import type { TestService } from './service.ts'

export const charged: ChargeResult = { kind: 'charged' }
export const noAnswer = async (): Promise<never> => {
  throw new NoAnswer()
}

/** A customer who has only to press the last button. */
export async function arriveAtConfirm(shop: Shop): Promise<FormCustomer> {
  const customer = await openForms(shop)
  await fillIn(customer)
  return customer
}

/** Every charge that waits for a check is due now, as if its time had come by the database's clock. */
export async function makeChargesDue({ database }: Pick<TestService, 'database'>): Promise<void> {
  await database.query(`update charges set resolve_at = statement_timestamp() where resolve_at is not null`)
}

/** One check of everything, by two processes at the same moment. */
export async function checkCharges(service: TestService): Promise<void> {
  await makeChargesDue(service)
  await Promise.all([settleDue(service.app, dueCharges), settleDue(service.app, dueCharges)])
}

/** Waits until it is so. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 60_000
  while (!(await isSo())) assert.ok(performance.now() < endsAt, 'a minute is long enough')
}

export interface FoundCharge {
  readonly id: string
  readonly state: ChargeState
  readonly checks: number
  /** In how many milliseconds it is checked. */
  readonly inMs: number
}

/** A session's charges, oldest first. */
export async function chargesOf(
  { database }: Pick<TestService, 'database'>,
  { sessionId }: Pick<FormCustomer, 'sessionId'>,
): Promise<FoundCharge[]> {
  const rows = await database.query(
    `select id, state, looks, (extract(epoch from resolve_at - statement_timestamp()) * 1000)::float8 as in_ms
     from charges where session_id = '${sessionId}' order by created_at, id`,
  )
  return rows.map(({ id, state, looks, in_ms }) => {
    return { id: String(id), state: stateFrom(String(state)), checks: Number(looks), inMs: Number(in_ms) }
  })
}

/** A processor that does what a test tells it, and keeps what it was asked, in order. */
export interface ScriptedCards {
  charge: (charge: Charge) => Promise<ChargeResult>
  answerChallenge: (charge: Charge, isConfirmed: boolean) => Promise<ChargeResult>
  find: (charge: Charge) => Promise<ChargeFinding>
  voidCharge: (charge: Charge) => Promise<void>
  readonly asked: { readonly kind: 'charge' | 'answerChallenge' | 'find' | 'voidCharge'; readonly id: string }[]
}

/** Puts a scripted processor in the place of the one of test keys. Unless told, it charges, knows of nothing, and voids. */
export function scriptCards({ app }: Pick<TestService, 'app'>): ScriptedCards {
  const script: ScriptedCards = {
    charge: async () => ({ kind: 'charged' }),
    answerChallenge: async () => ({ kind: 'declined', reason: 'not_confirmed' }),
    find: async () => ({ kind: 'unknown' }),
    voidCharge: async () => undefined,
    asked: [],
  }
  const { asked } = script
  const scripted: Omit<CardProcessor, 'tokenize'> = {
    charge(charge) {
      asked.push({ kind: 'charge', id: charge.id })
      return script.charge(charge)
    },
    answerChallenge(charge, isConfirmed) {
      asked.push({ kind: 'answerChallenge', id: charge.id })
      return script.answerChallenge(charge, isConfirmed)
    },
    find(charge) {
      asked.push({ kind: 'find', id: charge.id })
      return script.find(charge)
    },
    voidCharge(charge) {
      asked.push({ kind: 'voidCharge', id: charge.id })
      return script.voidCharge(charge)
    },
  }
  Object.assign(app.cards.test, scripted)
  return script
}
