import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'

/** A question that the service sent. */
export interface Question {
  readonly headers: IncomingMessage['headers']
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: any JSON body is read
  readonly body: any
}

type Play = (response: ServerResponse, question: Question) => void

/** A scoring service on a real socket, which answers as a test says. */
export interface ScoringDouble {
  readonly url: string
  readonly questions: Question[]
  /** Answers JSON of status 200, or plays the answer. */
  answer(next: object | Play): void
  close(): Promise<void>
}

export const riskSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

export async function openScoringDouble(): Promise<ScoringDouble> {
  let play: Play = (response) => response.end('{"decision":"approve"}')
  const questions: Question[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const question = { headers: request.headers, text, body: JSON.parse(text) }
      questions.push(question)
      play(response, question)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/score`,
    questions,
    answer(next) {
      play = typeof next === 'function' ? (next as Play) : (response) => response.end(JSON.stringify(next))
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Orders, and returns the session with what was decided about it. */
export async function orderFrom(shop: Shop, amount = '340.00', payment: object = {}) {
  const { body } = succeed(await shop.checkout(amount, payment))
  const { decision } = succeed(await shop.call('GET', `/sandbox/payments/${body.payment.id}/decision`)).body
  const { outcome, reason, port } = decision
  assert.equal(body.configuration.products.installments.rejection_reason, reason)
  assert.equal(outcome === 'rejected', body.status === 'rejected')
  return { status: body.status, reason, port, body }
}
