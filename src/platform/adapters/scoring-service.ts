import { Agent, type Dispatcher, request } from 'undici'
import { type CircuitBreaker, newCircuitBreaker } from '../base/circuit-breaker.ts'
import { assertNoTransaction } from '../db/db.ts'

/** `late`: the time was over. `broken`: no connection, not 200, or cut off. `nonsense`: too long, or no text. */
export type ScoringFailure = 'late' | 'broken' | 'nonsense'

export type ScoringResult =
  | { readonly kind: 'answered'; readonly body: string }
  | { readonly kind: 'failed'; readonly failure: ScoringFailure }

/** A signed question, and its headers. */
export interface ScoringRequest {
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

/** The operator's scoring service (docs/contract/terms.md#the-decision-port). */
export interface ScoringService {
  /** Whether the service may be asked now. Test orders, which cost nothing, stop no live ones. */
  readonly breakers: Readonly<Record<'test' | 'live', CircuitBreaker>>
  /** Sends a POST and returns the whole answer of status 200. A failure is a result and not thrown. */
  ask(request: ScoringRequest): Promise<ScoringResult>
  /** Cuts off open requests. */
  close(): Promise<void>
}

const breakerLimits = { failures: 5, pauseMs: 10_000 } as const
const maxAnswerBytes = 65_536

/**
 * Opens the scoring service. The operator chooses its address, so that it may be private. Follows no redirect.
 * `timeoutMs`: from the call to the last byte of the answer.
 */
export function openScoringService(url: string, timeoutMs: number): ScoringService {
  const agent = new Agent({
    connections: 256,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    // The timer below is the only limit. The client's own timers would end a request with other errors.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: timeoutMs },
    maxHeaderSize: 16_384,
  })
  return {
    breakers: { test: newCircuitBreaker(breakerLimits), live: newCircuitBreaker(breakerLimits) },
    async ask({ headers, body }) {
      assertNoTransaction('a question to the scoring service')
      const abort = new AbortController()
      const timer = setTimeout(() => abort.abort(), timeoutMs)
      const { signal } = abort
      try {
        const response = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal })
        return response.statusCode === 200 ? await readAnswer(response.body) : refuse(response.body)
      } catch {
        return fail(signal.aborted ? 'late' : 'broken')
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => agent.destroy(),
  }
}

function fail(failure: ScoringFailure): ScoringResult {
  return { kind: 'failed', failure }
}

// An answer of another status is not read: its connection is closed.
function refuse(body: Dispatcher.ResponseData['body']): ScoringResult {
  body.on('error', () => undefined).destroy()
  return fail('broken')
}

/** Reads the whole answer. Throws if it breaks off. Leaving the loop closes the connection of a longer one. */
async function readAnswer(body: Dispatcher.ResponseData['body']): Promise<ScoringResult> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxAnswerBytes) return fail('nonsense')
    chunks.push(chunk)
  }
  try {
    return { kind: 'answered', body: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) }
  } catch {
    return fail('nonsense')
  }
}
