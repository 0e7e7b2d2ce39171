import { randomUUID } from 'node:crypto'
import { newOrderedId } from '../src/platform/base/ids.ts'
import type { Query } from './query.ts'

export interface ManyNotifications {
  readonly webhookId: string
  readonly payments: number
  /** Of each payment. */
  readonly each: number
  /** Of their deliveries; absent: they have none. */
  readonly state?: 'failed' | 'delivered' | 'dropped'
  /** The time of the oldest. Each further one is a second later. */
  readonly from: number
}

const bodyOf = (id: string, number: number) => ({
  ...{
    id,
    created_at: '2026-03-01T10:00:00Z',
    expires_at: '2027-03-01T10:00:00Z',
    closed_at: null,
    status: 'authorized',
  },
  ...{ is_test: true, is_expired: false, amount: '340.00', currency: 'AED', order: { reference_id: `N-${number}` } },
  ...{ captures: [], refunds: [], meta: null, token: '' },
})

/** Inserts notifications of as many payments for one webhook, those of the payments by turns. Returns their ids. */
export async function addNotifications(query: Query, many: ManyNotifications): Promise<string[]> {
  const { webhookId, payments, each, state, from } = many
  const ids = Array.from({ length: payments }, () => randomUUID())
  const events = Array.from({ length: payments * each }, (_, number) => {
    const payment = ids[number % payments] ?? ''
    const [sequence, at] = [Math.floor(number / payments) + 1, new Date(from + number * 1_000).toISOString()]
    return { id: newOrderedId(), payment, sequence, body: bodyOf(payment, number), at }
  })
  const rows = `json_to_recordset('${JSON.stringify(events)}') as event (id uuid, payment uuid, sequence int, body json, at timestamptz)`
  await query(
    `insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, sequence, body, created_at)
     select webhook.merchant_id, event.id, webhook.family,
       coalesce(webhook.store_id, (select id from stores where merchant_id = webhook.merchant_id limit 1)),
       webhook.is_test, event.payment, event.sequence, event.body, event.at
     from webhooks as webhook cross join ${rows} where webhook.id = '${webhookId}'`,
  )
  if (state !== undefined)
    await query(
      `insert into deliveries (merchant_id, id, notification_id, webhook_id, state)
       select webhook.merchant_id, gen_random_uuid(), event.id, webhook.id, '${state}'
       from webhooks as webhook cross join ${rows} where webhook.id = '${webhookId}'`,
    )
  return events.map(({ id }) => id)
}
