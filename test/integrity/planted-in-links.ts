import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { makeLink } from '../../src/money/checkout/links/make-link.ts'
import { readCheckout } from '../../src/money/checkout/sessions/read-checkout.ts'
import { day } from '../../src/platform/base/times.ts'
import { serviceActor } from '../../src/platform/merchants/caller.ts'
import { listStores } from '../../src/platform/merchants/stores/stores.ts'
import { succeed } from '../../testkit/client.ts'
import type { TestService } from '../support/service.ts'
import type { PlantedErrors } from './planted.ts'
import type { History } from './written-history.ts'

/** Makes a payment link of the history's merchant, which is paid. */
export async function payLink({ app, database }: TestService, { merchantId, shop }: History): Promise<void> {
  const [store = assert.fail('the merchant has no store')] = await listStores(app, merchantId)
  const buyer = { name: 'Sara Ali', phone: '+971500000001' }
  const body = { payment: { amount: '340.00', currency: 'AED', buyer }, merchant_code: store.merchantCode }
  const request = readCheckout(body, { ...store, checkout: 'lenient' })
  const [merchant] = await database.query(`select clock_offset_ms from merchants where merchant_id = '${merchantId}'`)
  const offsetMs = Number(merchant?.['clock_offset_ms'])
  const link = { id: randomUUID(), endsAt: app.clock.now() + offsetMs + day }
  await makeLink(app, serviceActor(merchantId, false, offsetMs), store, request, link)
  const [session] = await database.query(`select payment_id from sessions where link_id = '${link.id}'`)
  succeed(await shop.call('POST', `/sandbox/payments/${session?.['payment_id']}/authorize`))
}

export const plantedInLinks: PlantedErrors = {
  'a link that was paid twice': ({ refunded }) => ({
    sql: `update sessions set link_id = (select id from payment_links) where payment_id = '${refunded}'`,
    says: new RegExp(`^Link .* of .* it was paid 2 times: .*${refunded}`),
  }),
  'a paid link that is open': () => ({
    sql: 'update payment_links set paid_at = null',
    says: /^Link .* of .* it is not paid, and its payment .* is authorized/,
  }),
  'a link that is paid, and is not': () => ({
    sql: 'update sessions set link_id = null where link_id is not null',
    says: /^Link .* of .* it is paid, and none of its payments is authorized/,
  }),
  'a link that names another payment': ({ refunded }) => ({
    sql: `update payment_links set session_id = (select id from sessions where payment_id = '${refunded}')`,
    says: new RegExp(`^Link .* of .* it names payment ${refunded}, and .* is authorized`),
  }),
}
