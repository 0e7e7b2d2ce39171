import assert from 'node:assert/strict'
import { newOrderedId } from '../../src/platform/base/ids.ts'
import { day } from '../../src/platform/base/times.ts'
import type { Replay } from '../../src/platform/webhooks/replays/replay.ts'
import { findReplay } from '../../src/platform/webhooks/replays/replays.ts'
import { type StartedReplay, startReplay } from '../../src/platform/webhooks/replays/start-replay.ts'
import { addNotifications, type ManyNotifications } from '../../testkit/add-notifications.ts'
import type { Received } from '../../testkit/receiver.ts'
import { type NotifiedShop, type NotifyingService, openNotifyingService } from './notified-shop.ts'

export const now = Date.now()
/** A period with everything of the last month. */
export const whole = { from: now - 30 * day, to: now, onlyMissing: true }

/** A service that runs, with short retries, and helpers for replays. */
export interface ReplayingService {
  readonly notifying: NotifyingService
  /** Makes a merchant whose webhook has an address of its own. */
  newShop(): Promise<NotifiedShop>
  replay(
    shop: NotifiedShop,
    period?: Partial<typeof whole>,
    id?: string,
  ): Promise<{ readonly id: string; readonly started: StartedReplay }>
  /** Waits until the webhook's newest replay has this state, and returns it. */
  untilState(shop: NotifiedShop, state: string): Promise<Replay>
  /** Waits until a paused replay has nothing under way. */
  untilQuiet(shop: NotifiedShop): Promise<void>
  /** Adds notifications, by default three of each of five payments, which have not arrived. Returns their ids. */
  addTo(shop: NotifiedShop, more?: Partial<ManyNotifications>): Promise<string[]>
  arrivedAt(shop: NotifiedShop): Received[]
}

export const pathOf = ({ webhookId }: NotifiedShop): string => `/${webhookId}`
export const idOf = ({ headers }: Received): string => String(headers['webhook-id'])

/** Opens the service. The machine's clock runs. */
export async function openReplayingService(): Promise<ReplayingService> {
  const notifying = await openNotifyingService({ workers: true, runs: true, env: { WEBHOOK_RETRY_SECONDS: '1,1' } })
  const { app, database } = notifying.service
  return {
    notifying,
    async newShop() {
      const shop = await notifying.newShop()
      await database.query(`update webhooks set url = 'http://shop.test${pathOf(shop)}' where id = '${shop.webhookId}'`)
      return shop
    },
    async replay({ merchantId, webhookId }, period = {}, id = newOrderedId()) {
      const request = { webhookId, ...whole, ...period }
      return { id, started: await startReplay(app, merchantId, id, request, async () => undefined) }
    },
    async untilState({ merchantId, webhookId }, state) {
      await notifying.untilSome(
        `select from webhook_replays where webhook_id = '${webhookId}' and state = '${state}'
           and id = (select max(id::text)::uuid from webhook_replays where webhook_id = '${webhookId}')`,
      )
      return (await findReplay(app, merchantId, webhookId)) ?? assert.fail()
    },
    untilQuiet: ({ webhookId }) =>
      notifying.untilSome(
        `select from webhook_replays where webhook_id = '${webhookId}' and cardinality(under_way) = 0 and probe_at is not null`,
      ),
    addTo: ({ webhookId }, more = {}) =>
      addNotifications(database.query, {
        ...{ webhookId, payments: 5, each: 3, state: 'failed', from: now - 2 * day, ...more },
      }),
    arrivedAt: (shop) => notifying.receiver.received.filter(({ path }) => path === pathOf(shop)),
  }
}

/** Asserts that the notifications of each payment came in their order. */
export function assertInOrder(arrived: readonly Received[]): void {
  for (const [payment, ofOne] of Map.groupBy(arrived, ({ body }) => String(body.id))) {
    const sequences = ofOne.map(({ headers }) => Number(headers['webhook-sequence']))
    const sorted = sequences.toSorted((a, b) => a - b)
    assert.deepEqual(sequences, sorted, payment)
  }
}
