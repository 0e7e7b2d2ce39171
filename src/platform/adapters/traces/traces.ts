import type { SpanContext } from '@opentelemetry/api'
import { errorName } from '../../base/error-name.ts'
import type { Follow } from '../../db/batch-calls.ts'

/** What a span says: ids, names, numbers and words of closed lists. Nothing that a person or a shop typed, and no secret. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Something under way. */
export interface OpenSpan {
  /** Calls it as a part of this: what it begins belongs here. */
  run<T>(work: () => T): T
  /** It is over; `failure` says in one word why it failed. */
  end(attributes: Attributes, failure?: string): void
}

/** `server`: somebody asked us. `client`: we ask somebody, and wait. */
export type SpanKind = 'server' | 'client' | 'internal'

/** Where spans go: a collector that speaks OTLP. It is only there when an address was set; everywhere else nothing of it is loaded. */
export interface Traces {
  /** Whether something is under way that a span would be a part of. */
  isWithin(): boolean
  /** Begins a span as a part of what is under way, or of the caller's trace (`traceparent`), or a trace of its own. */
  begin(name: string, kind: SpanKind, attributes: Attributes, traceparent?: string): OpenSpan
  /** The work as a span. What it throws is told by its kind only. */
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>, told?: (answer: T) => Attributes): Promise<T>
  /** A round of background work. Those that find nothing to do are not told. */
  round(work: string, run: () => Promise<number>): Promise<number>
  /** Follows the calls that share a statement: each is a span with how many shared it. */
  follow(statement: string): Follow
  /** Sends what waits, for at most so many milliseconds, and ends. Never fails. */
  close(limitMs: number): Promise<void>
}

/** Of what kind a failure is: its code where it has one. Its message may repeat what somebody typed. */
export function failureName(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[A-Z0-9_]{2,40}$/.test(code) ? code : errorName(error)
}

/** What a caller's `traceparent` says (W3C Trace Context); undefined where it says nothing that can be read. */
export function readTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
