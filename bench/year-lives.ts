import { setTimeout as pause } from 'node:timers/promises'
import { succeed } from '../testkit/client.ts'
import type { Query } from '../testkit/query.ts'
import { openReceiver } from '../testkit/receiver.ts'
import { demoKey, openShop, type Shop } from '../testkit/shop.ts'
import type { TestEnvironment } from './test-environment.ts'

/** One of this number of purchases is refunded. */
const refundedOf = 20
const inFlight = 8
/** All parts of a plan fall due within this time. */
const months = ['P10D', 'P10D', 'P10D', 'P10D', 'P10D', 'P10D', 'P10D', 'P10D', 'P10D', 'P10D']

/** A service that plays whole purchases. */
export interface Lives {
  /**
   * Plays `count` orders: opened, paid with a card, captured, notified, collected in parts, settled and paid out. Some
   * are refunded.
   */
  buy(count: number): Promise<void>
  /** Opens `count` sessions with their pages and leaves them: three of four expire, the others are rejected. */
  leave(count: number): Promise<void>
  close(): Promise<void>
}

/** Starts a service on the environment, with a webhook that answers 200. */
export async function openLives({ query, serve }: TestEnvironment): Promise<Lives> {
  const receiver = await openReceiver({ keeps: false })
  const { baseUrl } = await serve({ WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}` })
  const shop = openShop(baseUrl, demoKey(1))
  succeed(await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/hook' }))
  return {
    async buy(count) {
      await each(count, (n) => buyOnce(shop, n))
      for (const advance of months) succeed(await shop.call('POST', '/sandbox/clock', { advance }))
      await untilQuiet(query)
    },
    async leave(count) {
      await each(count, (n) => openOnce(shop, n, n % 4 === 3 ? '0002' : '0001'))
      succeed(await shop.call('POST', '/sandbox/clock', { advance: 'P1D' }))
      await untilQuiet(query)
    },
    close: () => receiver.close(),
  }
}

// Each customer buys four times.
async function openOnce(shop: Shop, n: number, end: string): Promise<string> {
  const number = String(Math.floor(n / 4) % 1_000).padStart(3, '0')
  const buyer = {
    name: 'Sara Ali',
    email: `sara.${number}@example.com`,
    phone: `+97150${number}${end}`,
    dob: '1990-04-17',
  }
  const order = {
    reference_id: `ORDER-2026-${n}`,
    items: [{ reference_id: 'SKU-1', title: 'Linen shirt', quantity: 2, unit_price: '160.00', category: 'Clothes' }],
  }
  const { body } = succeed(await shop.checkout('340.00', { buyer, order }))
  const page = body.configuration?.available_products?.installments?.[0]?.web_url
  if (page !== undefined) await fetch(page).then((answer) => answer.text())
  return body.payment.id
}

async function buyOnce(shop: Shop, n: number): Promise<void> {
  const id = await openOnce(shop, n, '0001')
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(
    await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: `invoice-${n}` }),
  )
  if (n % refundedOf !== 0) return
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '160.00', reference_id: `return-${n}` }))
}

async function each(count: number, life: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const walk = async (): Promise<void> => {
    while (next < count) {
      next += 1
      await life(next)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, walk))
}

const waiting = `select (select count(*) from deliveries where state = 'waiting') + (select count(*) from unsealed_entries)
  + (select count(*) from payment_count_changes) + (select count(*) from visit_changes)
  + (select count(*) from customer_messages where state in ('waiting', 'sending'))
  + (select count(*) from returns where state = 'waiting') as count`
const longestMs = 300_000

/** Waits until everything is delivered, sealed and counted. */
async function untilQuiet(query: Query): Promise<void> {
  const endsAt = performance.now() + longestMs
  for (;;) {
    const [row] = await query(waiting)
    if (Number(row?.['count']) === 0) return
    if (performance.now() > endsAt) throw new Error(`${row?.['count']} things still wait`)
    await pause(200)
  }
}
