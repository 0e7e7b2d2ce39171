import { completeNotification } from '../../src/money/payments/notification.ts'
import { openDispatcher } from '../../src/platform/webhooks/delivery/deliver-notifications.ts'
import { openFaultInjector } from '../../src/rehearsal/faults/deliveries/open-fault-injector.ts'
import { succeed } from '../../testkit/client.ts'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { until } from '../support/charges.ts'
import { startTestService, type TestService } from '../support/service.ts'

export interface DeliveryRow {
  readonly state: string
  readonly next_attempt_at: string | null
  readonly attempts: readonly { readonly status: number | null; readonly answer: string }[]
}

/** A service with faulty notifications, and a real receiver. Without `dispatch` nothing is delivered. */
export interface FaultyService {
  readonly service: TestService
  readonly receiver: Receiver
  /**
   * A new merchant's shop with a signed webhook and its own header; `isPlain`: with an unsigned webhook at
   * `http://shop.test/plain`.
   */
  newShop(options?: { readonly isPlain: boolean }): Promise<FaultyShop>
  /** Starts `count` dispatchers, as further processes have them. */
  dispatch(count?: number): void
  /** Stops all dispatchers. */
  stopAll(): Promise<void>
  /** Waits until no rule has anything left to do. */
  untilDone(): Promise<void>
  /** Advances the system's clock. */
  pass(ms: number): void
  /** Registers clean-ups for the end of the test. */
  cleanUp(stop: () => Promise<void>): void
  /** Clears the received notifications and stops what was started. */
  tidy(): Promise<void>
  close(): Promise<void>
}

export interface FaultyShop extends Shop {
  readonly secret: string
  /** Adds a rule for all notifications. Returns its id. */
  addFault(effect: object, members?: object): Promise<string>
  /** How often a rule has injected its fault. */
  hitsOf(id: string): Promise<number>
  /** The delivery of a payment's first notification, or of a later one. */
  deliveryOf(paymentId: string, index?: number): Promise<DeliveryRow>
  untilState(paymentId: string, state: string, index?: number): Promise<void>
  /** Waits until a delivery of the payment is delayed by a fault, and stored. */
  untilHeld(paymentId: string): Promise<void>
}

export const header = { title: 'X-Shop', value: 'known-to-us-alone' }

export async function openFaultyService(): Promise<FaultyService> {
  const receiver = await openReceiver()
  const service = await startTestService({ env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}` } })
  const stopping: (() => Promise<void>)[] = []
  const stopAll = async (): Promise<void> => {
    for (const stop of stopping.splice(0)) await stop()
  }
  return {
    service,
    receiver,
    async newShop({ isPlain } = { isPlain: false }) {
      const options = isPlain ? { webhook_url: 'http://shop.test/plain' } : { signing: true }
      const stores = [{ merchant_code: 'demo_ae', country: 'AE', ...options }]
      const body = { name: 'Shop', region: 'uae', stores }
      const made = succeed(await openShop(service.urls.uae, '').call('POST', '/sandbox/merchants', body)).body
      const shop = openShop(service.urls.uae, made.keys.test.secret)
      if (!isPlain) succeed(await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/hook', header }))
      return { ...shop, secret: made.stores[0].signing_secret, ...watch(service, shop) }
    },
    dispatch(count = 1) {
      for (let index = 0; index < count; index += 1) {
        const dispatcher = openDispatcher(service.app, completeNotification, {
          faultInjector: openFaultInjector(service.app),
        })
        stopping.push(() => dispatcher.stop())
      }
    },
    stopAll,
    untilDone: () => until(async () => (await service.database.query('select from disturbed_deliveries')).length === 0),
    pass(ms) {
      service.clock.advance(ms)
      service.app.deliveriesDue.wake()
    },
    cleanUp: (stop) => void stopping.push(stop),
    async tidy() {
      await stopAll()
      receiver.answer = (_request, response) => void response.end('ok')
      receiver.received.length = 0
    },
    async close() {
      await receiver.close()
      await service.close()
    },
  }
}

function watch({ clock, database }: TestService, shop: Shop): Omit<FaultyShop, keyof Shop | 'secret'> {
  const deliveryOf: FaultyShop['deliveryOf'] = async (id, index = 0) =>
    succeed(await shop.call('GET', `/sandbox/notifications?payment_id=${id}`)).body.notifications[index].deliveries[0]
  return {
    async addFault(effect, members = {}) {
      const rule = { on: { notification: '*' }, do: effect, ...members }
      return succeed(await shop.call('POST', '/sandbox/faults', rule)).body.fault.id
    },
    async hitsOf(id) {
      const { faults } = succeed(await shop.call('GET', '/sandbox/faults')).body
      return faults.find((fault: { id: string }) => fault.id === id).hits
    },
    deliveryOf,
    untilState: (id, state, index) => until(async () => (await deliveryOf(id, index)).state === state),
    untilHeld: (id) =>
      until(async () => {
        const rows = await database.query(
          `select from disturbed_deliveries as disturbed join deliveries as delivery using (merchant_id, id)
           where disturbed.subject_id = '${id}' and delivery.claim is null
             and delivery.next_attempt_at > '${new Date(clock.now()).toISOString()}'`,
        )
        return rows.length > 0
      }),
  }
}
