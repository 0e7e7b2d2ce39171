import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService, type TestServiceOptions } from './service.ts'

/** A new merchant with one payment and a webhook for test mode. */
export interface NotifiedShop {
  readonly shop: Shop
  /** The same shop with its live key; live mode has no webhook. */
  readonly live: Shop
  readonly merchantId: string
  readonly webhookId: string
}

/** A service, and the receiver behind `shop.test`. */
export interface NotifyingService {
  readonly service: TestService
  readonly receiver: Receiver
  newShop(webhook?: { readonly url: string; readonly header?: object }): Promise<NotifiedShop>
  /** Waits until this query returns rows, or returns none. */
  untilSome(sql: string): Promise<void>
  untilNone(sql: string): Promise<void>
  close(): Promise<void>
}

/** Starts service and receiver. More hosts can be named. Without `workers` no deliveries are sent. */
export async function openNotifyingService(
  options: Pick<TestServiceOptions, 'workers' | 'env' | 'runs'> & { readonly hosts?: string } = {},
): Promise<NotifyingService> {
  const { workers = false, runs = false, env, hosts } = options
  const receiver = await openReceiver()
  const WEBHOOK_HOSTS = [`shop.test=127.0.0.1:${receiver.port}`, ...(hosts === undefined ? [] : [hosts])].join(',')
  const service = await startTestService({ workers, runs, env: { ...env, WEBHOOK_HOSTS } })
  const until = async (sql: string, isWanted: (count: number) => boolean): Promise<void> => {
    const deadline = performance.now() + 60_000
    while (!isWanted((await service.database.query(sql)).length)) {
      assert.ok(performance.now() < deadline, sql)
      await wait(20)
    }
  }
  return {
    service,
    receiver,
    async newShop(webhook = { url: 'http://shop.test/hook' }) {
      const stores = [{ merchant_code: 'demo_ae', country: 'AE' }]
      const body = { name: 'Shop', region: 'uae', stores }
      const made = await openShop(service.urls.uae, '').call('POST', '/sandbox/merchants', body)
      const shop = openShop(service.urls.uae, made.body.keys.test.secret)
      const registered = await shop.call('POST', '/api/v1/webhooks', webhook)
      assert.equal(registered.status, 200, registered.text)
      const live = openShop(service.urls.uae, made.body.keys.live.secret)
      return { shop, live, merchantId: made.body.merchant.id, webhookId: registered.body.id }
    },
    untilSome: (sql) => until(sql, (count) => count > 0),
    untilNone: (sql) => until(sql, (count) => count === 0),
    // The receiver closes first, so that no delivery waits for its answer.
    async close() {
      await receiver.close()
      await service.close()
    },
  }
}
