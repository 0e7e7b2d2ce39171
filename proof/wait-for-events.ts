import { setTimeout as wait } from 'node:timers/promises'
import { neverMs } from '../testkit/timeouts.ts'
import type { Context } from './context.ts'
import type { DeliveryLog } from './delivery-log.ts'
import type { Records } from './records.ts'

/**
 * Waits until every stored event has arrived, or no delivery waits, or nothing has arrived for the limit. A delivery is
 * recorded only after it arrived. Returns the stored events at that time: payments that a killed service left unpaid
 * expire meanwhile and add events.
 */
export async function waitForEvents(
  { progress }: Pick<Context, 'progress'>,
  records: Pick<Records, 'query'>,
  deliveryLog: DeliveryLog,
): Promise<ReadonlySet<string>> {
  let last = { deliveries: deliveryLog.deliveries, at: performance.now() }
  for (;;) {
    const written = await readWritten(records)
    const [row] = await records.query(stillToBeSent)
    const missing = deliveryLog.missing(written).length
    const isOver = performance.now() - last.at > neverMs
    if (missing === 0 || Number(row?.['deliveries']) === 0 || isOver) {
      // Events that were stored in between are still to be sent.
      const after = await readWritten(records)
      if (isOver || after.size === written.size) return after
    }
    if (deliveryLog.deliveries > last.deliveries) last = { deliveries: deliveryLog.deliveries, at: performance.now() }
    progress(written.size - missing, written.size, 'events have arrived')
    await wait(250)
  }
}

async function readWritten(records: Pick<Records, 'query'>): Promise<ReadonlySet<string>> {
  const rows = await records.query(`select id::text from notifications where family = 'payment'`)
  return new Set(rows.map(({ id }) => String(id)))
}

const stillToBeSent = `select count(*)::int as deliveries from deliveries as delivery
  join notifications as event on event.merchant_id = delivery.merchant_id and event.id = delivery.notification_id
  where delivery.state = 'waiting'`
