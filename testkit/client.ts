import { Pool } from 'undici'
import { neverMs } from './timeouts.ts'

/** An answer as a client sees it: status, headers, raw text, and the parsed JSON if there is any. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: any JSON body is read
  readonly body: any
}

/** A call without an answer. The caller cannot know whether it took effect, unless nothing was sent. */
export class NoAnswer extends Error {
  readonly wasSent: boolean

  constructor(cause: unknown) {
    super(`no answer: ${String(cause)}`)
    this.wasSent = !(cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED')
  }
}

type HeadersByName = Readonly<Record<string, string>>

/** Calls the API with one key. */
export interface Caller {
  readonly baseUrl: string
  /** Sends the body as JSON unless it is text or bytes. */
  call(method: string, path: string, body?: unknown, headers?: HeadersByName): Promise<Answer>
}

/** A merchant's program with a fixed number of connections to one address. Each call uses one connection. */
export interface Client extends Caller {
  /** Returns a caller that shares the connections, with another key (none if empty) and these headers in every call. */
  as(key: string, headers?: HeadersByName): Client
  close(): Promise<void>
}

export function openClient(baseUrl: string, key: string, connections = 32): Client {
  const pool = new Pool(baseUrl, { connections, pipelining: 1, headersTimeout: neverMs, bodyTimeout: neverMs })
  const openAs: Client['as'] = (ownKey, own = {}) => ({
    baseUrl,
    async call(method, path, body, more) {
      const request = {
        method: method as 'GET',
        path,
        headers: { ...headersOf(ownKey, body), ...own, ...more },
        ...contentOf(body),
      }
      const send = async () => {
        const { statusCode, headers, body: received } = await pool.request(request)
        return { statusCode, headers, text: await received.text() }
      }
      const { statusCode, headers, text } = await send().catch((error) => Promise.reject(new NoAnswer(error)))
      const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
      return readAnswer(statusCode, new Headers(entries), text)
    },
    as: openAs,
    close: () => pool.destroy(),
  })
  return openAs(key)
}

/** Returns the body of a request as it is sent. */
export function contentOf(body: unknown): { readonly body?: string | Uint8Array<ArrayBuffer> } {
  if (body === undefined) return {}
  return { body: typeof body === 'string' || isBytes(body) ? body : JSON.stringify(body) }
}

export function headersOf(key: string, body: unknown): HeadersByName {
  return {
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
}

function isBytes(body: unknown): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array
}

/** Returns a complete answer. Throws if its JSON cannot be parsed. */
export function readAnswer(status: number, headers: Headers, text: string): Answer {
  const isJson = headers.get('content-type')?.includes('json') === true
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined }
}

/** Returns the answer. Throws unless its status is 200. */
export function succeed(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text.slice(0, 300)}`)
  return answer
}
