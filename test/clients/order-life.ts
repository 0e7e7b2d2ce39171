import assert from 'node:assert/strict'
import type { Answer } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import type { ClientCall } from './corpus.ts'

const checkoutPath = '/api/v2/checkout'

/** Sends the calls of one client to one store, each for a payment in the state that the call needs. */
export interface OrderLife {
  /** Returns the answer, and how many captures or refunds the payment had before. */
  send(call: ClientCall): Promise<{ readonly answer: Answer; readonly movements: number }>
}

/** `secret` and `publicShop` call with the two keys of the same store. */
export function openOrderLife(merchantCode: string, secret: Shop, publicShop: Shop): OrderLife {
  const ids: Record<string, string> = { merchant_code: merchantCode }
  let amount = '340.00'

  const fill = (text: string) => text.replace(/\{(\w+_(?:id|code))\}/g, (_, name) => ids[name] ?? assert.fail(name))
  const act = async (path: string, body?: object) => {
    const answer = await secret.call('POST', fill(path), body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }

  /** Makes a payment of the test's own, where the store has refused the client's session. */
  const makePayment = async () => {
    ids['payment_id'] = await secret.createdPayment(amount)
    await act('/sandbox/payments/{payment_id}/authorize')
  }

  const captureRest = async (captured: readonly { readonly amount: string }[]) => {
    const rest = captured.reduce((left, capture) => left - Number(capture.amount), Number(amount)).toFixed(2)
    const { captures } = await act('/api/v2/payments/{payment_id}/captures', { amount: rest, reference_id: 'rest' })
    ids['capture_id'] = captures.at(-1).id
  }

  /** A capture and a close need an AUTHORIZED payment, a refund a CLOSED one. Returns the number of its movements. */
  const prepare = async ({ path }: ClientCall): Promise<number> => {
    if (!path.includes('{payment_id}')) return 0
    if (ids['payment_id'] === undefined) await makePayment()
    const { body } = await secret.call('GET', fill('/api/v2/payments/{payment_id}'))
    const move = /\/(captures|close|refunds)$/.exec(path)?.[1]
    if (move === undefined) return 0
    if (body.status === 'CREATED') await act('/sandbox/payments/{payment_id}/authorize')
    if (move === 'refunds' && body.status !== 'CLOSED') await captureRest(body.captures)
    if (move === 'refunds' || body.status !== 'CLOSED') return body[move]?.length ?? 0
    await makePayment()
    return 0
  }

  const remember = (call: ClientCall, { status, body }: Answer) => {
    if (call.path === checkoutPath) {
      amount = amountOf(call)
      if (status === 200) ids['payment_id'] = body.payment.id
      else delete ids['payment_id']
    }
    if (status !== 200) return
    if (call.path.endsWith('/captures')) ids['capture_id'] = body.captures.at(-1).id
    if (call.method === 'POST' && call.path.endsWith('/webhooks')) ids['webhook_id'] = body.id
  }

  return {
    async send(call) {
      const movements = await prepare(call)
      const text = call.text?.join('') ?? JSON.stringify(call.body)
      const headers = Object.entries(call.headers ?? {}).map(([name, value]) => [name, fill(value)])
      const shop = call.key === 'public' ? publicShop : secret
      const body = text === undefined ? undefined : fill(text)
      const answer = await shop.call(call.method, fill(call.path), body, Object.fromEntries(headers))
      remember(call, answer)
      return { answer, movements }
    },
  }
}

/** Returns the amount of a session's payment, with the decimals that every currency here has. */
function amountOf({ body, text }: ClientCall): string {
  const { payment } = text === undefined ? body : JSON.parse(text.join(''))
  return Number(payment.amount).toFixed(2)
}

/** Asserts that an accepted call has done what it is for. */
export function assertEffect({ method, path, body: sent }: ClientCall, answer: Answer, movements: number): void {
  const { body, text } = answer
  if (path === checkoutPath) assert.equal(body.status, 'created', text)
  if (path.endsWith('/close')) assert.equal(body.status, 'CLOSED', text)
  for (const name of ['captures', 'refunds']) {
    if (!path.endsWith(`/${name}`)) continue
    assert.equal(body[name].length, movements + 1, text)
    assert.equal(Number(body[name].at(-1).amount), Number(sent.amount), text)
  }
  if (method === 'PUT' && sent.order) assert.equal(body.order.reference_id, sent.order.reference_id, text)
  if (path.includes('/webhooks') && sent?.url) assert.equal(body.url, sent.url, text)
}
