import { type Answer, readAnswer, succeed } from '../../testkit/client.ts'
import { openReference, type Reference } from '../../testkit/conform.ts'
import { newMerchant, openShop, type Shop } from '../../testkit/shop.ts'
import { smallPng } from '../../testkit/uploads.ts'
import type { TestService } from './service.ts'

/** A dispute as on the wire; with its history if the query asks for it. */
// biome-ignore lint/suspicious/noExplicitAny: a client of the wire looks into whatever comes
export type WireDispute = any

/** A new merchant with its live key. Its customers and support can act on disputes. */
export interface DisputeShop extends Shop {
  readonly merchantId: string
  readonly testKey: string
  /** The customer opens a dispute; by default about a new captured payment. */
  openDispute(members?: object): Promise<WireDispute>
  /** Reads a dispute as the merchant. */
  dispute(id: string): Promise<WireDispute>
  /** Acts on a dispute as the customer or support. */
  act(id: string, action: string, body?: object): Promise<Answer>
  upload(content: Uint8Array, name?: string): Promise<Answer>
  /** The id of an uploaded attachment. */
  attachment(): Promise<string>
  /** Advances the merchant's clock. */
  pass(duration: string): Promise<void>
}

const references = new WeakMap<TestService, Promise<Reference>>()

/** Makes a new merchant. Every answer is checked against the API reference. */
export async function openDisputeShop(service: TestService): Promise<DisputeShop> {
  const reading = references.get(service) ?? openReference(service.urls.uae)
  references.set(service, reading)
  const reference = await reading
  const { id, keys } = await newMerchant(openShop(service.urls.uae, ''), { merchantCode: 'AE' })
  const shop = openShop(service.urls.uae, keys.live.secret, { merchantCode: 'AE', onAnswer: reference.conform })
  const upload: DisputeShop['upload'] = async (content, name = 'attachment') => {
    const form = new FormData()
    form.append(name, new Blob([new Uint8Array(content)]), 'proof.png')
    const url = `${shop.baseUrl}/api/v1/disputes/attachments/upload`
    const headers = { authorization: `Bearer ${shop.key}` }
    const response = await fetch(url, { method: 'POST', body: form, headers })
    const answer = readAnswer(response.status, response.headers, await response.text())
    reference.conform('POST', '/api/v1/disputes/attachments/upload', answer)
    return answer
  }
  return {
    ...shop,
    merchantId: id,
    testKey: keys.test.secret,
    upload,
    openDispute: async (members = {}) => {
      const payment_id = 'payment_id' in members ? undefined : await shop.capturedPayment()
      const body = { payment_id, reason: 'product_issue', ...members }
      return succeed(await shop.call('POST', '/sandbox/disputes', body)).body.dispute
    },
    dispute: async (disputeId) => succeed(await shop.call('GET', `/api/v1/disputes/${disputeId}`)).body.dispute,
    act: (disputeId, action, body) => shop.call('POST', `/sandbox/disputes/${disputeId}/${action}`, body),
    attachment: async () => succeed(await upload(smallPng)).body.id,
    pass: async (advance) => {
      succeed(await shop.call('POST', '/sandbox/clock', { advance }))
    },
  }
}
