import assert from 'node:assert/strict'
import { changeStore } from '../../src/platform/merchants/stores/change-store.ts'
import { type Caller, succeed } from '../../testkit/client.ts'
import type { Rates } from '../../testkit/fee-model.ts'
import {
  type AnsweredSettlement,
  compareBooks,
  compareTotals,
  fixedPartOf,
  readAll,
  readBooks,
  readSettlement,
} from '../../testkit/settlement-books.ts'
import {
  dateAt,
  endOf,
  formatMinorOf,
  linesOf,
  type ModelStore,
  parseMinor,
  settle,
  type WireMovement,
} from '../../testkit/settlement-model.ts'
import { checkoutBody, newBuyer, openShop } from '../../testkit/shop.ts'
import type { TestService } from '../support/service.ts'
import type { SettlementLife, Step } from './settlement-commands.ts'

const hourMs = 3_600_000

interface PlayedStore extends ModelStore {
  readonly rates: (Rates & { readonly from: number })[]
}

interface Bought {
  readonly id: string
  readonly caller: Caller
  readonly store: PlayedStore
  readonly references: { readonly from: number; readonly reference: string }[]
  dispute: string
}

interface PaymentAnswer {
  readonly id: string
  readonly status: string
  readonly amount: string
  readonly captures: readonly WireMovement[]
  readonly refunds: readonly WireMovement[]
}

/**
 * Plays a life over the wire. After every wait, settlements and payouts must equal the model of the payments' answers,
 * and closed days must be unchanged.
 */
export async function playSettlements(service: TestService, life: SettlementLife): Promise<void> {
  const player = new Player(service)
  await player.begin(life.rates)
  for (const [index, step] of life.steps.entries()) {
    const what = `step ${index + 1}, ${JSON.stringify(step, (_, value) => (typeof value === 'bigint' ? Number(value) : value))}`
    await player.play(step).catch((error: Error) => assert.fail(`${what}: ${error.message}`))
  }
  await player.compare()
}

class Player {
  readonly #service: TestService
  readonly #bought: Bought[] = []
  readonly #kept = new Map<string, string>()
  #merchantId = ''
  #callers: readonly Caller[] = []
  #stores: readonly PlayedStore[] = []

  constructor(service: TestService) {
    this.#service = service
  }

  async begin(given: readonly Rates[]): Promise<void> {
    const { uae } = this.#service.urls
    const currencies = ['AED', 'KWD'] as const
    this.#stores = currencies.map((currency, index) => {
      const rates = given[index] ?? assert.fail('a store without rates')
      return { code: currency, currency, rates: [{ ...rates, from: Number.NEGATIVE_INFINITY }] }
    })
    const stores = currencies.map((code) => ({ merchant_code: code, country: code === 'AED' ? 'AE' : 'KW' }))
    const body = { name: 'Played', region: 'uae', stores }
    const { merchant, keys } = succeed(await openShop(uae, '').call('POST', '/sandbox/merchants', body)).body
    this.#merchantId = merchant.id
    this.#callers = [keys.test.secret, keys.live.secret].map((key) => openShop(uae, key))
    for (const [index, { code }] of this.#stores.entries()) await this.#setRates(code, given[index])
  }

  async #setRates(code: string, rates: Rates | undefined): Promise<void> {
    const { percent = 0, fixed: fixedMinor = 0n, vatPercent = 0, refund = 'percent' } = rates ?? {}
    const feeRates = { percent, fixedMinor, vatPercent, refund }
    await changeStore(this.#service.app, this.#merchantId, code, () => ({ feeRates }))
  }

  async play(step: Step): Promise<void> {
    switch (step.do) {
      case 'buy':
        return this.#buy(step)
      case 'rates': {
        const store = this.#stores[step.store] ?? assert.fail()
        // In a separate second, because answers have times in whole seconds.
        await this.#pass(1)
        await this.#setRates(store.code, step.rates)
        store.rates.push({ ...step.rates, from: await this.#now() })
        return
      }
      case 'wait':
        await this.#pass(step.seconds)
        return this.compare()
      case 'wait until': {
        const now = await this.#now()
        const midnight = endOf(dateAt(now, 'AED'), 'AED')
        const times = step.hour === 0 ? [midnight] : [midnight - 14 * hourMs, midnight + 10 * hourMs]
        const next = times.find((time) => time > now) ?? assert.fail('the day has no end')
        const seconds = Math.ceil((next - now) / 1_000) - (step.early ? 1 : 0)
        if (seconds > 0) await this.#pass(seconds)
        return this.compare()
      }
      default: {
        const bought = this.#bought[Math.floor(step.which * this.#bought.length)]
        if (bought !== undefined) await this.#move(bought, step)
      }
    }
  }

  async #buy({ store: index, live, minor }: Extract<Step, { do: 'buy' }>): Promise<void> {
    const caller = this.#callers[live ? 1 : 0] ?? assert.fail()
    const store = this.#stores[index] ?? assert.fail()
    const order = { reference_id: `order-${this.#bought.length}`, items: [] }
    const amount = formatMinorOf(BigInt(minor), store.currency)
    const body = checkoutBody(store.code, store.currency, amount, { buyer: newBuyer(), order })
    const { id } = succeed(await caller.call('POST', '/api/v2/checkout', body)).body.payment
    succeed(await caller.call('POST', `/sandbox/payments/${id}/authorize`))
    this.#bought.push({ id, caller, store, references: [{ from: 0, reference: order.reference_id }], dispute: '' })
  }

  async #move(bought: Bought, step: Exclude<Step, { do: 'buy' | 'rates' | 'wait' | 'wait until' }>): Promise<void> {
    const { id, caller, store, references } = bought
    const path = `/api/v2/payments/${id}`
    const { status, amount, captures, refunds }: PaymentAnswer = succeed(await caller.call('GET', path)).body
    const minor = (text: string): bigint => parseMinor(text, store.currency)
    const total = (of: readonly WireMovement[]): bigint => of.reduce((sum, moved) => sum + minor(moved.amount), 0n)
    const part = (left: bigint, share: number): string => {
      return formatMinorOf(BigInt(Math.ceil(Number(left) * share)) || 1n, store.currency)
    }
    const left = status === 'CLOSED' ? total(captures) - total(refunds) : 0n
    if (step.do === 'capture' && status === 'AUTHORIZED') {
      const rest = part(minor(amount) - total(captures), step.share)
      succeed(await caller.call('POST', `${path}/captures`, { amount: rest }))
    } else if (step.do === 'refund' && left > 0n) {
      const answer = await caller.call('POST', `${path}/refunds`, { amount: part(left, step.share) })
      if (answer.body?.error !== 'payment is disputed') succeed(answer)
    } else if (step.do === 'dispute' && left > 0n && caller === this.#callers[1]) {
      const about = { payment_id: id, reason: 'not_delivered', amount: part(left, step.share) }
      const answer = await caller.call('POST', '/sandbox/disputes', about)
      if (answer.status === 200) bought.dispute = answer.body.dispute.id
      else assert.equal(answer.body.error, 'payment is disputed')
    } else if (step.do === 'decide' && bought.dispute !== '') {
      const answer = await caller.call('POST', '/api/v1/disputes/approve', { dispute_ids: [bought.dispute] })
      assert.ok(answer.status < 500, answer.text)
    } else if (step.do === 'close' && status === 'AUTHORIZED') {
      succeed(await caller.call('POST', `${path}/close`))
    } else if (step.do === 'rename') {
      await this.#pass(1)
      const reference = `renamed-${references.length}`
      succeed(await caller.call('PUT', path, { order: { reference_id: reference } }))
      references.push({ from: await this.#now(), reference })
    }
  }

  async #pass(seconds: number): Promise<void> {
    succeed(await this.#caller.call('POST', '/sandbox/clock', { advance: `PT${seconds}S` }))
  }

  get #caller(): Caller {
    return this.#callers[0] ?? assert.fail('it has not begun')
  }

  async #now(): Promise<number> {
    return Date.parse(succeed(await this.#caller.call('GET', '/sandbox/clock')).body.now)
  }

  async compare(): Promise<void> {
    const now = await this.#now()
    for (const caller of this.#callers) {
      const payments = await readAll<PaymentAnswer>(caller, '/api/v2/payments', 'payments')
      const lines = payments.flatMap(({ id, captures, refunds }) => {
        const { store, references } = this.#bought.find((bought) => bought.id === id) ?? assert.fail(`payment ${id}`)
        return linesOf({ id, store, captures, refunds, references })
      })
      const books = await readBooks(caller)
      for (const settlement of books.settlements) {
        const first = this.#kept.get(settlement.id)
        if (first === undefined) this.#kept.set(settlement.id, fixedPartOf(settlement))
        else assert.equal(fixedPartOf(settlement), first, 'a closed day has changed')
      }
      const open: AnsweredSettlement[] = []
      for (const { store, date, status } of settle(lines, now).days) {
        if (status === 'open') open.push(await readSettlement(caller, date, store.code))
      }
      const shown = { settlements: [...books.settlements, ...open], payouts: books.payouts }
      assert.deepEqual([...compareBooks(lines, shown, now), ...compareTotals([books])], [])
    }
  }
}
