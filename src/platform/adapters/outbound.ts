import { Agent, buildConnector, type Dispatcher, errors, request } from 'undici'
import { assertNoTransaction } from '../db/db.ts'
import {
  AddressRefused,
  type NamedHost,
  NameNotResolved,
  NameServersSilent,
  openConnector,
} from './outbound-connector.ts'
import type { HostResolver } from './resolver.ts'

export interface OutboundRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Why no answer came. */
export type OutboundFailure =
  | 'address refused'
  | 'name not resolved'
  | 'connection refused'
  | 'unreachable'
  | 'connection closed'
  | 'TLS failed'
  | 'timed out'
  | 'malformed answer'
  | OwnFailure

/** Failures of our own side: the request was not sent, and the receiver is not the reason. */
type OwnFailure = 'request not sendable' | 'no resources' | 'no name server answers'

const ownFailures: ReadonlySet<OutboundFailure> = new Set<OwnFailure>([
  'request not sendable',
  'no resources',
  'no name server answers',
])

export function isOwnFailure(failure: OutboundFailure): failure is OwnFailure {
  return ownFailures.has(failure)
}

export type OutboundResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The first 2 KB of the answer; of a visit the first 64 KB. */
      readonly answer: string
      /** Where a redirect leads, as the answer has it. */
      readonly location?: string
      readonly retryAfter: string | undefined
      readonly durationMs: number
    }
  | { readonly kind: 'failed'; readonly failure: OutboundFailure; readonly durationMs: number }

/** Sends requests to other servers. */
export interface Outbound {
  /**
   * Sends a POST and returns its result. A failure of the other side is a result and not thrown. Follows no
   * redirect.
   */
  post(message: OutboundRequest): Promise<OutboundResult>
  /** Sends a GET and returns the same kind of result. */
  visit(url: string): Promise<OutboundResult>
  /** Refuses new requests and cuts off open ones. */
  close(): Promise<void>
}

export interface OutboundOptions {
  readonly resolver: HostResolver
  /** Sandbox only; empty in production. */
  readonly namedHosts: ReadonlyMap<string, NamedHost>
  /** The limit of lookup, connection, request and status together. */
  readonly timeoutMs?: number
  /** The limit of the rest of an answer after its status. */
  readonly answerTimeoutMs?: number
  readonly connectionsPerOrigin?: number
}

/** The limit of a request to an address of the operator. */
const operatorTimeoutMs = 10_000

const storedBytes = 2_048
const maxReadBytes = 65_536

/** Opens requests to addresses that merchants choose: connects to public addresses only. */
export function openOutbound(options: OutboundOptions): Outbound {
  const timeoutMs = options.timeoutMs ?? 60_000
  return openWith(openConnector({ ...options, connectTimeoutMs: Math.min(10_000, timeoutMs) }), timeoutMs, options)
}

/** Opens requests to addresses that the operator chooses, private ones included. */
export function openOperatorOutbound(timeoutMs: number = operatorTimeoutMs): Outbound {
  return openWith(buildConnector({ timeout: timeoutMs, maxCachedSessions: 0 }), timeoutMs, {})
}

type SendOptions = Pick<OutboundOptions, 'answerTimeoutMs' | 'connectionsPerOrigin'>

function openWith(connect: ReturnType<typeof buildConnector>, timeoutMs: number, options: SendOptions): Outbound {
  const answerTimeoutMs = options.answerTimeoutMs ?? 5_000
  const agent = new Agent({
    connect,
    connections: options.connectionsPerOrigin ?? 256,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    // The signal below is the limit. The client's own timers would end a request with other errors.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16_384,
  })
  const send = async (url: string, sent: Sent, keptBytes: number): Promise<OutboundResult> => {
    assertNoTransaction('a request to another server')
    const startedAt = performance.now()
    const elapsedMs = (): number => Math.round(performance.now() - startedAt)
    try {
      const response = await sendRequest(agent, url, sent, timeoutMs)
      const leftMs = Math.min(answerTimeoutMs, Math.max(0, timeoutMs - elapsedMs()))
      const answer = await readAnswer(response.body, leftMs, keptBytes)
      const { 'retry-after': retryAfter, location } = response.headers
      return {
        kind: 'answered',
        status: response.statusCode,
        answer,
        ...(typeof location === 'string' && { location }),
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        durationMs: elapsedMs(),
      }
    } catch (error) {
      return { kind: 'failed', failure: failureOf(error), durationMs: elapsedMs() }
    }
  }
  return {
    post: ({ url, headers, body }) => send(url, { method: 'POST', headers, body }, storedBytes),
    visit: (url) => send(url, { method: 'GET', headers: { accept: 'text/html' } }, maxReadBytes),
    close: () => agent.destroy(),
  }
}

type Sent = Pick<Dispatcher.RequestOptions, 'method' | 'body'> & Pick<OutboundRequest, 'headers'>

async function sendRequest(agent: Agent, url: string, sent: Sent, timeoutMs: number): Promise<Dispatcher.ResponseData> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new errors.HeadersTimeoutError()), timeoutMs)
  try {
    return await request(url, { ...sent, dispatcher: agent, signal: abort.signal })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads the kept part of the answer, undecoded. An answer that is too long, too slow or breaks off is cut, and its
 * connection closed. The result stays, because the status is known.
 */
async function readAnswer(
  body: Dispatcher.ResponseData['body'],
  timeoutMs: number,
  keptBytes: number,
): Promise<string> {
  const kept: Buffer[] = []
  let keptSize = 0
  let readSize = 0
  const timer = setTimeout(() => body.destroy(), timeoutMs)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      readSize += chunk.length
      if (keptSize < keptBytes) {
        // Copied, because a slice would keep the whole network buffer in memory.
        const piece = Buffer.from(chunk.subarray(0, keptBytes - keptSize))
        kept.push(piece)
        keptSize += piece.length
      }
      if (readSize >= maxReadBytes) break
    }
  } catch {
    // Cut by us or by the receiver.
  } finally {
    clearTimeout(timer)
  }
  // Text columns take no NUL; a character cut in half at the end is replaced.
  return Buffer.concat(kept).toString('utf8').replaceAll('\u0000', '\ufffd')
}

const failureByCode: Readonly<Record<string, OutboundFailure>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'name not resolved',
  EAI_AGAIN: 'name not resolved',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  // No local port, file handle or memory is left, our network is switched off, or this process is ending.
  EADDRNOTAVAIL: 'no resources',
  EMFILE: 'no resources',
  ENFILE: 'no resources',
  ENOBUFS: 'no resources',
  ENOMEM: 'no resources',
  ENETDOWN: 'no resources',
  UND_ERR_CLOSED: 'no resources',
  UND_ERR_DESTROYED: 'no resources',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  ETIMEDOUT: 'timed out',
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'timed out',
  UND_ERR_HEADERS_TIMEOUT: 'timed out',
  UND_ERR_HEADERS_OVERFLOW: 'malformed answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'malformed answer',
  UND_ERR_INVALID_ARG: 'request not sendable',
  UND_ERR_NOT_SUPPORTED: 'request not sendable',
  EPROTO: 'TLS failed',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS failed',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS failed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS failed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS failed',
  CERT_HAS_EXPIRED: 'TLS failed',
}

/** Returns the failure that a network error means. */
export function failureOf(error: unknown): OutboundFailure {
  if (error instanceof AggregateError) return failureOf(error.errors.at(-1))
  if (error instanceof AddressRefused) return 'address refused'
  if (error instanceof NameNotResolved) return 'name not resolved'
  if (error instanceof NameServersSilent) return 'no name server answers'
  if (!(error instanceof Error)) return 'connection closed'
  const code = 'code' in error ? String(error.code) : ''
  const known = failureByCode[code]
  if (known !== undefined) return known
  if (code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_') || code.startsWith('CERT_')) return 'TLS failed'
  return error.name === 'HTTPParserError' ? 'malformed answer' : 'connection closed'
}
