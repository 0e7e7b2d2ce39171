import { Pool } from 'undici'
import { neverMs } from './timeouts.ts'

/** An answer as a client sees it. */
export interface Answer {
  readonly status: number
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a client of the wire looks into whatever comes
  readonly body: any
  /** The service's own name of the call. */
  readonly requestId: string
}

/** The call was made and nobody answered: whether it took effect is not known, except where nothing was sent. */
export class NoAnswer extends Error {
  readonly wasSent: boolean

  constructor(cause: unknown) {
    super(`no answer: ${String(cause)}`)
    this.wasSent = !(cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED')
  }
}

type Headers = Readonly<Record<string, string>>

/** A merchant's program: so many connections to one address, each call on one of them. */
export interface Client {
  readonly baseUrl: string
  /** A body that is no text is sent as JSON. */
  call(method: string, path: string, body?: unknown, key?: string, headers?: Headers): Promise<Answer>
  close(): Promise<void>
}

export function openClient(baseUrl: string, ownKey: string, connections = 32): Client {
  const pool = new Pool(baseUrl, { connections, pipelining: 1, headersTimeout: neverMs, bodyTimeout: neverMs })
  return {
    baseUrl,
    async call(method, path, body, key = ownKey, more = {}) {
      const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
      const headers: Headers = {
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      }
      const send = async () => {
        const response = await pool.request({ method: method as 'GET', path, headers, ...content })
        return { ...response, text: await response.body.text() }
      }
      const answer = await send().catch((error: unknown) => Promise.reject(new NoAnswer(error)))
      const { statusCode: status, text } = answer
      const isJson = String(answer.headers['content-type']).includes('json')
      return {
        status,
        text,
        // What came whole and cannot be read is an answer, and fails.
        body: isJson ? JSON.parse(text) : undefined,
        requestId: String(answer.headers['x-request-id']),
      }
    },
    close: () => pool.destroy(),
  }
}
