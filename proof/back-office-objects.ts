import { addReplay } from '../testkit/add-replay.ts'
import { type Caller, succeed } from '../testkit/client.ts'
import { uploadAttachment } from '../testkit/uploads.ts'
import { newPayment } from './new-payment.ts'
import type { Records } from './records.ts'

/** The ids in the addresses of a merchant's pages, by the first part of the address below its mode. */
export type BackOfficeObjects = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Makes one of everything that the API can make and that has a page, in live mode. The merchant's clock advances two
 * days.
 */
export async function createBackOfficeObjects(
  merchant: Caller,
  merchantId: string,
  records: Records,
): Promise<BackOfficeObjects> {
  // biome-ignore lint/suspicious/noExplicitAny: any JSON body is read
  const call = async (method: string, path: string, body?: unknown): Promise<any> =>
    succeed(await merchant.call(method, path, body)).body
  const captured = async (): Promise<string> => {
    const id = await newPayment(merchant, 340_00, 'main')
    await call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'whole' })
    return id
  }
  const webhook = (await call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook' })).id
  await captured()
  await call('POST', '/sandbox/clock', { advance: 'P2D' })
  const { settlements } = await call('GET', '/api/v1/settlements')
  const { payouts } = await call('GET', '/api/v1/payouts')
  const payment = await captured()
  const opened = { payment_id: await captured(), reason: 'not_delivered', comment: 'It never came' }
  const { dispute } = await call('POST', '/sandbox/disputes', opened)
  const { notifications } = await call('GET', `/sandbox/notifications?payment_id=${payment}`)
  const [key] = await records.query(
    `select id from keys where merchant_id = '${merchantId}' and kind = 'secret' and not is_test`,
  )
  return {
    payments: { id: payment },
    disputes: { id: dispute.id },
    attachments: { id: succeed(await uploadAttachment(merchant)).body.id },
    settlements: { id: settlements[0].id },
    payouts: { id: payouts[0].id },
    webhooks: { id: webhook, event: notifications[0].id, replay: await addReplay(records.query, webhook) },
    keys: { id: String(key?.['id']) },
  }
}
