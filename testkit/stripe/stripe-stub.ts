import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../listen.ts'
import { StripeBooks } from './books.ts'
import { type Form, readForm } from './form.ts'
import { HostedPages } from './hosted-pages.ts'
import { checkParams, operations } from './requests.ts'
import { invalid, StripeStubError } from './stripe-error.ts'
import type { TestCardName } from './test-cards.ts'

export interface StripeRequest {
  readonly method: string
  readonly path: string
  readonly idempotencyKey: string | undefined
  readonly form: Form
}

/** How an answer is lost: no answer, a cut connection, or a status of Stripe's failures instead. */
interface Loss {
  readonly how: 'silence' | 'cut' | 500 | 429
  /** The request takes effect all the same. */
  readonly isDone: boolean
}

/**
 * A stub of Stripe's API, as its reference describes it, on its own port, limited to the operations that the adapter
 * uses. It keeps the requests.
 */
export interface StripeStub {
  readonly url: string
  readonly secretKey: string
  readonly books: StripeBooks
  readonly pages: HostedPages
  readonly requests: StripeRequest[]
  /** Returns the token of a card that was given at Stripe's page. */
  newCard(name: TestCardName): string
  /** Loses the next answers, in this order. */
  lose(...losses: Loss[]): void
  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void
  close(): Promise<void>
}

interface StoredAnswer {
  readonly request: string
  answer: Answer | undefined
}

interface Answer {
  readonly status: number
  readonly body: object
}

const version = '2026-10-28.endive'

export async function openStripeStub(secretKey = 'sk_test_stub'): Promise<StripeStub> {
  let port = 0
  const apiUrl = (): string => `http://127.0.0.1:${port}`
  const books = new StripeBooks(apiUrl)
  const pages = new HostedPages(books, apiUrl)
  const requests: StripeRequest[] = []
  const keys = new Map<string, StoredAnswer>()
  const losses: Loss[] = []
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, search } = new URL(incoming.url ?? '/', 'http://stub')
    const method = incoming.method ?? ''
    const body = await text(incoming)
    const form = readForm(method === 'GET' ? search.slice(1) : body)
    if (!path.startsWith('/v1/')) return answerBrowser(pages, method, path, form, response)
    const idempotencyKey = method === 'POST' ? incoming.headers['idempotency-key']?.toString() : undefined
    const request = { method, path, idempotencyKey, form }
    requests.push(request)
    const loss = losses.shift()
    if (loss !== undefined && !loss.isDone) return lose(loss, response)
    const done = answerOnce(request, incoming, { books, pages, keys, secretKey })
    if (loss !== undefined) return lose(loss, response)
    send(response, done, done.isReplayed ? { 'idempotent-replayed': 'true' } : {})
  }
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error) =>
      send(response, { status: 500, body: { error: { message: String(error) } } }),
    )
  })
  port = await listen(server)
  return {
    url: apiUrl(),
    secretKey,
    books,
    pages,
    requests,
    newCard(name) {
      const { customer, id } = books.newMethod(name)
      return `${customer}/${id}`
    },
    lose: (...more) => void losses.push(...more),
    forgetKeys: () => keys.clear(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Stores {
  readonly books: StripeBooks
  readonly pages: HostedPages
  readonly keys: Map<string, StoredAnswer>
  readonly secretKey: string
}

// A repeated key receives its first answer. A request that was refused unread is not kept.
function answerOnce(
  request: StripeRequest,
  { headers }: IncomingMessage,
  stores: Stores,
): Answer & { readonly isReplayed?: boolean } {
  if (headers.authorization !== `Bearer ${stores.secretKey}`) {
    return answerOf(invalid('', 'Invalid API Key provided', undefined, 401))
  }
  if (headers['stripe-version'] !== version) return answerOf(invalid('', 'Invalid Stripe API version'))
  const { idempotencyKey } = request
  if (idempotencyKey === undefined) return run(request, stores)
  const fingerprint = JSON.stringify([request.method, request.path, request.form])
  const kept = stores.keys.get(idempotencyKey)
  if (kept?.answer !== undefined) {
    if (kept.request === fingerprint) return { ...kept.answer, isReplayed: true }
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return { status: 400, body: { error: { type: 'idempotency_error', message } } }
  }
  const answer = run(request, stores, (done) => stores.keys.set(idempotencyKey, { request: fingerprint, answer: done }))
  return answer
}

function run(
  request: StripeRequest,
  { books, pages }: Stores,
  keep: (answer: Answer) => void = () => undefined,
): Answer {
  const { method, path, form } = request
  const operation = operations.find((one) => one.method === method && one.path.test(path))
  if (operation === undefined)
    return answerOf(invalid('', `Unrecognized request URL (${method}: ${path})`, undefined, 404))
  try {
    checkParams(operation, form, books)
  } catch (error) {
    return answerOf(error)
  }
  const answer = ((): Answer => {
    try {
      // A copy: later changes of the object must not change the stored answer.
      return {
        status: 200,
        body: structuredClone(operation.run(form, operation.path.exec(path)?.[1] ?? '', { books, pages })),
      }
    } catch (error) {
      return structuredClone(answerOf(error))
    }
  })()
  keep(answer)
  return answer
}

function answerOf(error: unknown): Answer {
  if (error instanceof StripeStubError) return { status: error.status, body: error.body }
  throw error
}

function lose({ how }: Loss, response: ServerResponse): void {
  if (how === 'cut') response.destroy()
  else if (how !== 'silence')
    send(response, { status: how, body: { error: { type: 'api_error', message: 'Trouble.' } } })
}

function send(response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stub', ...headers })
  response.end(JSON.stringify(body))
}

function answerBrowser(pages: HostedPages, method: string, path: string, form: Form, response: ServerResponse): void {
  if (method === 'POST') return void response.writeHead(303, { location: pages.press(path, form) }).end()
  const html = pages.show(path)
  response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}
