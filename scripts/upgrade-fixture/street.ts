import { setTimeout as pause } from 'node:timers/promises'
import { startWorkers } from '../../src/entries/workers.ts'
import { dueReturns } from '../../src/money/collections/due-returns.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { openTestApi, type TestApi } from '../../test/support/api.ts'
import { succeed } from '../../testkit/client.ts'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import { demoKey, newBuyer, openShop, type Shop } from '../../testkit/shop.ts'

/** The secrets key of the fixture. A service needs this key to open it. */
export const fixtureSecretsKey = '5e'.repeat(32)

/** A store with one of its merchant's keys, and the actions of its shop, its customers and support. */
export interface Till {
  readonly shop: Shop
  /** Returns a payment in status CREATED, by a new customer. */
  order(amount: string, reference?: string): Promise<string>
  /** Returns a payment in status AUTHORIZED, with this card. */
  sell(amount: string, card?: string): Promise<string>
  capture(id: string, amount: string, reference?: string): Promise<void>
  refund(id: string, amount: string, reference?: string): Promise<void>
  /** Returns a payment that is captured in full, with this card. */
  deliver(amount: string, card?: string): Promise<string>
  rename(id: string, reference: string): Promise<void>
  /** Makes a call under `/sandbox/payments/{id}/`, with any result. */
  play(id: string, what: string, body?: object): Promise<void>
  /** Makes a call. Throws if it fails. */
  // biome-ignore lint/suspicious/noExplicitAny: any JSON body is read
  post(path: string, body?: object): Promise<any>
  /** Advances the merchant's clock. */
  pass(duration: string): Promise<void>
}

export interface Street {
  readonly api: TestApi
  readonly receiver: Receiver
  till(merchant: 1 | 2 | 3, kind: 'sk_test_' | 'sk_', merchantCode: string, currency: string): Till
  /** Does all waiting work: sends returns, queries charges, and notifies shops and customers. */
  settle(): Promise<void>
  /** Sends waiting returns once, and does not query them again. */
  sendReturnsOnce(): Promise<void>
  close(): Promise<void>
}

/** Opens a sandbox without background work, and a server that receives its notifications. */
export async function openStreet(): Promise<Street> {
  const receiver = await openReceiver()
  const WEBHOOK_HOSTS = `shop.test=127.0.0.1:${receiver.port}`
  const api = await openTestApi({ env: { SECRETS_KEY: fixtureSecretsKey, WEBHOOK_HOSTS } })
  const { app, database, urls } = api.service
  return {
    api,
    receiver,
    till: (merchant, kind, merchantCode, currency) =>
      openTill(openShop(merchant === 3 ? urls.ksa : urls.uae, demoKey(merchant, kind), { merchantCode, currency })),
    async settle() {
      const workers = await startWorkers(app)
      while ((await database.query(waiting)).length > 0) {
        await database.query('update charges set resolve_at = statement_timestamp() where resolve_at is not null')
        await pause(1_000)
      }
      await workers.stop()
    },
    async sendReturnsOnce() {
      await settleDue(app, dueReturns)
    },
    async close() {
      await receiver.close()
      await api.close()
    },
  }
}

const waiting = `select 1 from returns where state = 'waiting' union all select 1 from payment_count_changes
  union all select 1 from charges where state in ('open', 'to_give_back')
  union all select 1 from deliveries join webhooks on webhooks.id = webhook_id where state = 'waiting' and url like '%/hook'
  union all select 1 from customer_messages where state = 'waiting'`

function openTill(shop: Shop): Till {
  const post: Till['post'] = async (path, body) => succeed(await shop.call('POST', path, body)).body
  const order: Till['order'] = async (amount, reference = '1001') => {
    const { dob, ...buyer } = newBuyer()
    const small = { description: '', order: { reference_id: reference }, order_history: [], meta: null }
    const urls = { success: 'https://shop.example/ok' }
    return succeed(await shop.checkout(amount, { buyer, ...small }, { merchant_urls: urls })).body.payment.id
  }
  const sell: Till['sell'] = async (amount, card = '4242424242424242') => {
    const id = await order(amount)
    await post(`/sandbox/payments/${id}/authorize`, { card })
    return id
  }
  const capture: Till['capture'] = (id, amount, reference_id = '') =>
    post(`/api/v2/payments/${id}/captures`, { amount, reference_id })
  return {
    shop,
    order,
    sell,
    capture,
    refund: (id, amount, reference_id = '') => post(`/api/v2/payments/${id}/refunds`, { amount, reference_id }),
    async deliver(amount, card) {
      const id = await sell(amount, card)
      await capture(id, amount, `whole-${amount}`)
      return id
    },
    async rename(id, reference_id) {
      succeed(await shop.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id } }))
    },
    async play(id, what, body) {
      await shop.call('POST', `/sandbox/payments/${id}/${what}`, body)
    },
    post,
    pass: (advance) => post('/sandbox/clock', { advance }),
  }
}
