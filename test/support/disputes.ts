import assert from 'node:assert/strict'
import { openReference, type Reference } from '../../testkit/conform.ts'
import { type Answer, openShop, type Shop } from '../../testkit/shop.ts'
import type { TestService } from './service.ts'

/** A dispute as the wire has it, history included where one was asked for. */
// biome-ignore lint/suspicious/noExplicitAny: a client of the wire looks into whatever comes
export type WireDispute = any

/** A merchant of its own with its live key, and what its customers and support do to disputes. */
export interface DisputeShop extends Shop {
  readonly merchantId: string
  readonly testKey: string
  /** The customer opens a dispute; about a new captured payment where none is named. */
  openDispute(members?: object): Promise<WireDispute>
  /** Reads a dispute as the merchant. */
  dispute(id: string): Promise<WireDispute>
  /** The customer or support does something. */
  act(id: string, action: string, body?: object): Promise<Answer>
  upload(content: Uint8Array, name?: string): Promise<Answer>
  /** The id of an uploaded attachment. */
  attachment(): Promise<string>
  /** Moves the merchant's clock. */
  pass(duration: string): Promise<void>
}

const references = new WeakMap<TestService, Promise<Reference>>()

/** A new merchant whose every answer is held against the reference. */
export async function openDisputeShop(service: TestService): Promise<DisputeShop> {
  const reading = references.get(service) ?? openReference(service.urls.uae)
  references.set(service, reading)
  const reference = await reading
  const stores = [{ merchant_code: 'AE', country: 'AE' }]
  const opened = await openShop(service.urls.uae, '').call('POST', '/sandbox/merchants', {
    name: 'Shop',
    region: 'uae',
    stores,
  })
  const { keys, merchant } = opened.body
  const shop = openShop(service.urls.uae, keys.live.secret, { merchantCode: 'AE', onAnswer: reference.conform })
  const upload: DisputeShop['upload'] = async (content, name = 'attachment') => {
    const form = new FormData()
    form.append(name, new Blob([new Uint8Array(content)]), 'proof.png')
    const url = `${shop.baseUrl}/api/v1/disputes/attachments/upload`
    const headers = { authorization: `Bearer ${shop.key}` }
    const response = await fetch(url, { method: 'POST', body: form, headers })
    const text = await response.text()
    const answer = { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
    reference.conform('POST', '/api/v1/disputes/attachments/upload', answer)
    return answer
  }
  return {
    ...shop,
    merchantId: merchant.id,
    testKey: keys.test.secret,
    upload,
    openDispute: async (members = {}) => {
      const payment_id = 'payment_id' in members ? undefined : await shop.capturedPayment()
      const body = { payment_id, reason: 'product_issue', ...members }
      return (await succeed(shop.call('POST', '/sandbox/disputes', body))).dispute
    },
    dispute: async (id) => (await succeed(shop.call('GET', `/api/v1/disputes/${id}`))).dispute,
    act: (id, action, body) => shop.call('POST', `/sandbox/disputes/${id}/${action}`, body),
    attachment: async () => (await succeed(upload(smallPng))).id,
    pass: async (advance) => {
      await succeed(shop.call('POST', '/sandbox/clock', { advance }))
    },
  }
}

async function succeed(call: Promise<Answer>) {
  const answer = await call
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** The smallest PNG: one pixel. */
export const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
