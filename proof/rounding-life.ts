import { type Caller, type Client, succeed } from '../testkit/client.ts'
import type { CostedMovement, Rates } from '../testkit/fee-model.ts'
import { type Currency, formatMinorOf } from '../testkit/settlement-model.ts'
import { checkoutBody, newBuyer, newMerchant } from '../testkit/shop.ts'
import type { Records } from './records.ts'

/** A payment that is captured and refunded in parts, all in minor units. */
export interface SplitLife {
  readonly country: 'AE' | 'KW' | 'SA'
  readonly amount: number
  readonly captures: readonly number[]
  readonly refunds: readonly number[]
  /** The index of the refund that a dispute makes. */
  readonly disputed: number | undefined
  readonly rates: Rates
  /** New rates of the store, by the index of the movement that they precede. */
  readonly changes: ReadonlyMap<number, Rates>
}

export interface PlayedLife {
  readonly id: string
  readonly currency: Currency
  readonly caller: Caller
  /** Each with the rates that applied to it. */
  readonly moves: readonly CostedMovement[]
  readonly disputes: number
  readonly hasChangedRates: boolean
}

const currencies = { AE: 'AED', KW: 'KWD', SA: 'SAR' } as const

/** Makes a merchant, and plays all movements of the life in order. */
export async function playSplits(client: Client, records: Records, life: SplitLife): Promise<PlayedLife> {
  const currency = currencies[life.country]
  const text = (minor: number): string => formatMinorOf(BigInt(minor), currency)
  const merchant = await newMerchant(client.as(''), { country: life.country })
  // Only live payments can be disputed.
  const caller = client.as(merchant.keys.live.secret)
  const post = async (path: string, body?: object) => succeed(await caller.call('POST', path, body)).body
  await moveToMorning(caller)
  await setRates(records, merchant.id, life.rates)
  const body = checkoutBody('main', currency, text(life.amount), { buyer: newBuyer() })
  const { id } = (await post('/api/v2/checkout', body)).payment
  await post(`/sandbox/payments/${id}/authorize`)
  const moves: CostedMovement[] = []
  let { rates } = life
  const move = async (type: CostedMovement['type'], minor: number, make: () => Promise<unknown>): Promise<void> => {
    const changed = life.changes.get(moves.length)
    if (changed !== undefined) {
      rates = changed
      await setRates(records, merchant.id, rates)
    }
    await make()
    moves.push({ type, amount: BigInt(minor), rates })
  }
  const path = `/api/v2/payments/${id}`
  for (const minor of life.captures) {
    await move('capture', minor, () => post(`${path}/captures`, { amount: text(minor) }))
  }
  if (moves.reduce((sum, { amount }) => sum + Number(amount), 0) < life.amount) await post(`${path}/close`)
  for (const [number, minor] of life.refunds.entries()) {
    await move('refund', minor, async () => {
      if (number !== life.disputed) return post(`${path}/refunds`, { amount: text(minor) })
      const about = { payment_id: id, reason: 'not_delivered', amount: text(minor) }
      const { dispute } = await post('/sandbox/disputes', about)
      return post('/api/v1/disputes/approve', { dispute_ids: [dispute.id] })
    })
  }
  const hasChangedRates = new Set(moves.map((each) => each.rates)).size > 1
  return { id, currency, caller, moves, disputes: life.disputed === undefined ? 0 : 1, hasChangedRates }
}

const dayMs = 24 * 3_600_000

/** Advances to 06:00 UTC: no store has its midnight during the life, so all movements are of one day. */
async function moveToMorning(caller: Caller): Promise<void> {
  const now = Date.parse(succeed(await caller.call('GET', '/sandbox/clock')).body.now)
  const ms = dayMs - ((now - dayMs / 4) % dayMs)
  succeed(await caller.call('POST', '/sandbox/clock', { advance: `PT${Math.ceil(ms / 1_000)}S` }))
}

async function setRates(records: Records, merchantId: string, rates: Rates): Promise<void> {
  await records.query(
    `update stores set fee_percent = ${rates.percent}, fee_fixed_minor = ${rates.fixed},
       fee_vat_percent = ${rates.vatPercent}, fee_refund = '${rates.refund}' where merchant_id = '${merchantId}'`,
  )
}
