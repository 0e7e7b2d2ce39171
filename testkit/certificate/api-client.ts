import { setTimeout as pause } from 'node:timers/promises'
import type { Flaw } from './flaws.ts'

export interface ApiAnswer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a shop looks into whatever comes
  readonly body: any
}

export interface ApiOptions {
  readonly url: string
  readonly secretKey: string
  readonly flaw: Flaw | undefined
  /** Aborted when the shop's process ends. */
  life(): AbortSignal
}

/** Returns the body of the nth try, from 0; `last`: the previous result. */
type Body = (last: ApiAnswer | 'lost' | undefined) => unknown

const mostTries = 5
/** The tries of a client without a limit: above every limit, so that pauses on a slow machine do not matter. */
const stubbornTries = 12
const firstPauseMs = 60

/** The shop's client: retries with growing pauses. Returns undefined when it has given up. */
export class ApiClient {
  readonly #options: ApiOptions

  constructor(options: ApiOptions) {
    this.#options = options
  }

  /** `isDone` returns whether a call with a lost answer was executed. */
  async call(method: string, path: string, body?: Body, isDone = async () => false): Promise<ApiAnswer | undefined> {
    const { flaw } = this.#options
    const life = this.#options.life()
    let last: ApiAnswer | 'lost' | undefined
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#send(life, method, path, body?.(last))
      if (answer !== 'lost' && answer.status < 400) return answer
      const pauseMs = this.#pauseAfter(answer, tries)
      if (pauseMs === undefined) return answer === 'lost' ? undefined : answer
      if (tries >= (isStubborn(flaw) ? stubbornTries : mostTries)) return undefined
      last = answer
      await pause(pauseMs, undefined, { signal: life })
      if (answer === 'lost' && (await isDone())) return undefined
    }
  }

  /** Returns the pause before the next try, or undefined for no retry. */
  #pauseAfter(answer: ApiAnswer | 'lost', tries: number): number | undefined {
    const { flaw } = this.#options
    const growingMs = firstPauseMs * 2 ** (tries - 1)
    if (answer === 'lost') return flaw === 'givesUpAfterLoss' ? undefined : growingMs
    const { status, body } = answer
    if (status === 409 && body.error === 'payment is disputed')
      return flaw === 'loopsOnDisputes' ? firstPauseMs : undefined
    if (status === 409) return flaw === 'givesUpAfterConflict' ? undefined : growingMs
    if (status === 429) return flaw === 'comesBackAtOnce' ? growingMs : Number(body.retryAfter ?? 1) * 1_000 + growingMs
    if (status >= 500) return flaw === 'hammersBroken' ? firstPauseMs : growingMs
    return flaw === 'hammersRefused' ? growingMs : undefined
  }

  async #send(life: AbortSignal, method: string, path: string, body: unknown): Promise<ApiAnswer | 'lost'> {
    const { url, secretKey, flaw } = this.#options
    const headers = {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
      ...(flaw === 'callsFromPages' && { origin: 'https://shop.example' }),
    }
    // Only captures: on a slow machine a session that is given up would be opened again.
    const isImpatient = flaw === 'isImpatient' && path.endsWith('/captures')
    const signal = AbortSignal.any([life, AbortSignal.timeout(isImpatient ? 1_000 : 30_000)])
    try {
      const sent = { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const response = await fetch(url + path, sent)
      const text = await response.text()
      const retryAfter = response.headers.get('retry-after')
      const isJson = response.headers.get('content-type')?.includes('json') === true
      const read = isJson ? JSON.parse(text) : {}
      return { status: response.status, body: retryAfter === null ? read : { ...read, retryAfter } }
    } catch {
      life.throwIfAborted()
      return 'lost'
    }
  }
}

function isStubborn(flaw: Flaw | undefined): boolean {
  return flaw === 'hammersBroken' || flaw === 'loopsOnDisputes'
}
