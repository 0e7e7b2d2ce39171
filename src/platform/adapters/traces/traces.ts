import type { SpanContext } from '@opentelemetry/api'
import { errorName } from '../../base/error-name.ts'
import type { Follow } from '../../db/batch-calls.ts'

/**
 * Attributes of a span: ids, names, numbers and words of closed lists. No text of a person or a shop, and no secret.
 */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A span that has not ended. */
export interface OpenSpan {
  /** Runs the work within this span: its spans are children. */
  run<T>(work: () => T): T
  /** Ends the span. `failure`: one word for why it failed. */
  end(attributes: Attributes, failure?: string): void
}

/** `server`: a request to us. `client`: our request to another service. */
export type SpanKind = 'server' | 'client' | 'internal'

/** Sends spans to a collector by OTLP. Present only with a configured address; otherwise nothing of it is loaded. */
export interface Traces {
  /** Returns whether a span is open in this context. */
  isWithin(): boolean
  /** Begins a span within the open one, or in the caller's trace (`traceparent`), else in a new trace. */
  begin(name: string, kind: SpanKind, attributes: Attributes, traceparent?: string): OpenSpan
  /** Runs the work as a span. Of an error only its kind is sent. */
  span<T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    attributesOf?: (answer: T) => Attributes,
  ): Promise<T>
  /** Runs a round of background work as a span. Rounds without work are not sent. */
  round(work: string, run: () => Promise<number>): Promise<number>
  /** Follows calls that share a statement: each is a span with the size of its batch. */
  follow(statement: string): Follow
  /** Sends waiting spans, for at most `limitMs`, and ends. Never rejects. */
  close(limitMs: number): Promise<void>
}

/** Returns the code of an error, else its name. Its message may repeat a person's input. */
export function failureName(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[A-Z0-9_]{2,40}$/.test(code) ? code : errorName(error)
}

/** Reads a caller's `traceparent` (W3C Trace Context); undefined if it cannot be read. */
export function readTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
