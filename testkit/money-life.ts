import { type Answer, openClient } from './client.ts'
import type { Random } from './random.ts'
import { checkoutBody, newBuyer } from './shop.ts'

/** A sandbox whose merchants live random lives. */
export interface LivedService {
  readonly urls: { readonly uae: string; readonly ksa: string }
  /** Runs a statement on the service's database. */
  query(sql: string): Promise<unknown>
}

const cards = [
  ...['4242424242424242', '4242424242424242', '4242424242424242'],
  // Cards that are declined later, for now or for good; that lose answers; and one that refuses refunds.
  ...[
    '4000000000000341',
    '4000000000009979',
    '4000000000009995',
    '4000000000000259',
    '4000000000003220',
    '4000000000005126',
  ],
]
const currencies = { AE: 'AED', KW: 'KWD', SA: 'SAR' } as const
type Country = keyof typeof currencies

interface Payment {
  readonly id: string
  readonly amount: number
  readonly disputes: string[]
}

/** One store in one mode. */
interface Till {
  readonly code: string
  readonly country: Country
  readonly payments: Payment[]
  call(method: string, path: string, body?: unknown): Promise<Answer>
}

/**
 * Plays random commands of merchants, customers, support and clocks, in several stores, modes and currencies, with
 * changing fees. It captures, refunds, closes, disputes, declines later instalments, pays early and lets days pass.
 * Returns the answers of 500 and above; other refusals are expected.
 */
export async function liveMoney(service: LivedService, random: Random, commands: number): Promise<readonly string[]> {
  const life = new MoneyLife(service, random)
  try {
    await life.open()
    for (let command = 0; command < commands; command += 1) await life.step()
  } finally {
    await life.close()
  }
  return life.broken
}

class MoneyLife {
  readonly broken: string[] = []
  readonly #service: LivedService
  readonly #random: Random
  readonly #clients: { readonly uae: ReturnType<typeof openClient>; readonly ksa: ReturnType<typeof openClient> }
  readonly #tills: Till[] = []

  constructor(service: LivedService, random: Random) {
    this.#service = service
    this.#random = random
    const { uae, ksa } = service.urls
    this.#clients = { uae: openClient(uae, '', 8), ksa: openClient(ksa, '', 8) }
  }

  async close(): Promise<void> {
    await Promise.all([this.#clients.uae.close(), this.#clients.ksa.close()])
  }

  async open(): Promise<void> {
    await this.#openMerchant('uae', ['AE', 'KW', 'AE'])
    await this.#openMerchant('ksa', ['SA'])
  }

  async #openMerchant(region: 'uae' | 'ksa', countries: readonly Country[]): Promise<void> {
    const client = this.#clients[region]
    const stores = countries.map((country, index) => ({ merchant_code: `store_${index}`, country, fee: this.#fee() }))
    const { status, text, body } = await client.call('POST', '/sandbox/merchants', { name: 'Shop', region, stores })
    if (status !== 200) throw new Error(`${status}: ${text}`)
    for (const { merchant_code: code, country } of stores) {
      for (const mode of ['test', 'live'] as const) {
        const till = client.as(body.keys[mode].secret)
        const call: Till['call'] = async (method, path, sent) => {
          const answer = await till.call(method, path, sent)
          if (answer.status >= 500) this.broken.push(`${method} ${path}: ${answer.status} ${answer.text}`)
          return answer
        }
        this.#tills.push({ code, country, payments: [], call })
      }
    }
  }

  #fee() {
    const random = this.#random
    if (random.chance(0.25)) return undefined
    return {
      percent: random.pick(['0.00', '2.50', '5.00', '6.99']),
      fixed: random.pick(['0', '1', '1.05']),
      vat_percent: random.pick(['0.00', '5.00', '15.00']),
      refund: random.pick(['percent', 'none', 'all']),
    }
  }

  async step(): Promise<void> {
    const random = this.#random
    const till = random.pick(this.#tills)
    const payment = till.payments.length === 0 || random.chance(0.2) ? undefined : random.pick(till.payments.slice(-5))
    if (payment === undefined) return this.#checkout(till)
    const path = `/api/v2/payments/${payment.id}`
    const share = (): number => Math.max(1, Math.floor(payment.amount * random.pick([0.1, 0.33, 0.5, 1])))
    const amount = { amount: this.#money(till, share()) }
    switch (random.pick(steps)) {
      case 'capture':
        return void (await till.call('POST', `${path}/captures`, amount))
      case 'rest':
        return void (await till.call('POST', `${path}/captures`, { amount: this.#money(till, payment.amount) }))
      case 'refund':
        return void (await till.call('POST', `${path}/refunds`, amount))
      case 'close':
        return void (await till.call('POST', `${path}/close`))
      case 'rename':
        return void (await till.call('PUT', path, { order: { reference_id: `order-${random.between(1, 9)}` } }))
      case 'pay':
        return void (await till.call('POST', `/sandbox/payments/${payment.id}/pay`, {
          what: random.pick(['next', 'overdue', 'all']),
        }))
      case 'card':
        return void (await till.call('POST', `/sandbox/payments/${payment.id}/card`, { number: random.pick(cards) }))
      case 'dispute':
        return this.#dispute(till, payment, amount.amount)
      case 'wait':
        return this.#wait(till)
      case 'fees':
        return void (await this.#service.query(
          `update stores set fee_percent = ${random.pick([0, 250, 500])}, fee_fixed_minor = ${random.pick([0, 100])},
             fee_vat_percent = ${random.pick([0, 500, 1500])}, fee_refund = '${random.pick(['percent', 'none', 'all'])}' where merchant_code = '${till.code}'`,
        ))
    }
  }

  async #checkout(till: Till): Promise<void> {
    const random = this.#random
    const amount = random.pick([340_00, 100_03, 99, 25_00 + random.between(0, 99_99)])
    const buyer = newBuyer()
    const body = checkoutBody(till.code, currencies[till.country], this.#money(till, amount), { buyer })
    const { status, body: session } = await till.call('POST', '/api/v2/checkout', body)
    if (status !== 200) return
    const id: string = session.payment.id
    till.payments.push({ id, amount, disputes: [] })
    const move = random.pick([...Array(12).fill('authorize'), 'reject', 'cancel', ''])
    if (move === '') return
    await till.call(
      'POST',
      `/sandbox/payments/${id}/${move}`,
      move === 'authorize' ? { card: random.pick(cards) } : undefined,
    )
    if (random.chance(0.7))
      await till.call('POST', `/api/v2/payments/${id}/captures`, { amount: this.#money(till, amount) })
  }

  async #dispute(till: Till, payment: Payment, amount: string): Promise<void> {
    const random = this.#random
    const id = payment.disputes.at(-1)
    if (id === undefined || random.chance(0.2)) {
      const about = { payment_id: payment.id, reason: 'not_delivered', ...(random.chance(0.5) ? { amount } : {}) }
      const { status, body } = await till.call('POST', '/sandbox/disputes', about)
      if (status === 200) payment.disputes.push(body.dispute.id)
      return
    }
    const move = random.pick([
      'approve',
      'challenge',
      'challenge',
      'refund',
      'decline',
      'withdraw',
      'accept-amount',
    ] as const)
    if (move === 'approve') await till.call('POST', '/api/v1/disputes/approve', { dispute_ids: [id] })
    else if (move === 'challenge') {
      const reason = 'merchant_reason_order_amount_should_be_different'
      await till.call('POST', '/api/v1/disputes/challenge', { dispute_id: id, reason, amount: this.#money(till, 55) })
    } else await till.call('POST', `/sandbox/disputes/${id}/${move}`, { content: '', comment: '' })
  }

  async #wait(till: Till): Promise<void> {
    const hours = this.#random.pick([1, 5, 13, 24, 24, 24, 24, 50, 31 * 24])
    await till.call('POST', '/sandbox/clock', { advance: `PT${hours}H` })
    // The checks of returns use the system's clock, so they are made due here.
    await this.#service.query(
      `update returns set resolve_at = statement_timestamp()
       where (merchant_id, id) in (select merchant_id, id from returns where state = 'waiting' for update skip locked)`,
    )
  }

  #money({ country }: Till, minor: number): string {
    const decimals = country === 'KW' ? 3 : 2
    return (minor / 10 ** decimals).toFixed(decimals)
  }
}

const steps = [
  ...([
    'capture',
    'capture',
    'rest',
    'rest',
    'refund',
    'refund',
    'refund',
    'close',
    'rename',
    'pay',
    'pay',
    'card',
  ] as const),
  ...(['dispute', 'dispute', 'dispute', 'wait', 'wait', 'fees'] as const),
]
