import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { Follow } from '../../db/batch-calls.ts'
import type { Log } from '../log.ts'
import { otlpProvider, type TraceOptions } from './otlp-provider.ts'
import { type Attributes, failureName, type OpenSpan, readTraceparent, type Traces } from './traces.ts'

/** The most spans of a round that are kept until it is known whether the round found work. */
const maxHeld = 500
/** A round that takes longer is sent, also without work. */
const slowRoundMs = 250

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

/** The current span: spans that begin meanwhile are its children. */
interface Current {
  readonly span: Span
  /** Ended spans that wait for the end of the round. */
  readonly held: (() => void)[] | undefined
  isOver: boolean
}

interface Begun extends OpenSpan {
  readonly span: Span
}

/** Opens traces to the collector. */
export function openTraces(options: TraceOptions, log: Log): Traces {
  return new CollectedTraces(otlpProvider(options, log))
}

class CollectedTraces implements Traces {
  readonly #provider: ReturnType<typeof otlpProvider>
  readonly #tracer: Tracer
  readonly #under = new AsyncLocalStorage<Current | undefined>()

  constructor(provider: ReturnType<typeof otlpProvider>) {
    this.#provider = provider
    this.#tracer = provider.getTracer('qist')
  }

  isWithin(): boolean {
    return this.#present() !== undefined
  }

  begin(name: string, kind: keyof typeof kinds, attributes: Attributes, traceparent?: string): Begun {
    const parent = this.#present()
    const caller = traceparent === undefined ? undefined : readTraceparent(traceparent)
    const within = parent?.span.spanContext() ?? caller
    const context = within === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, within)
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes }, context)
    const current: Current = { span, held: parent?.held, isOver: false }
    return {
      span,
      run: (work) => this.#under.run(current, work),
      end(endAttributes, failure) {
        if (current.isOver) return
        current.isOver = true
        span.setAttributes(endAttributes)
        if (failure !== undefined) fail(span, failure)
        const endedAt = performance.now()
        if (current.held === undefined) span.end(endedAt)
        else if (current.held.length < maxHeld) current.held.push(() => span.end(endedAt))
      },
    }
  }

  async span<T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    attributesOf?: (answer: T) => Attributes,
  ): Promise<T> {
    const begun = this.begin(name, 'client', attributes)
    try {
      const answer = await begun.run(work)
      begun.end(attributesOf?.(answer) ?? {})
      return answer
    } catch (error) {
      begun.end({}, failureName(error))
      throw error
    }
  }

  async round(work: string, run: () => Promise<number>): Promise<number> {
    const startedAt = performance.now()
    const span = this.#tracer.startSpan(work, { kind: SpanKind.INTERNAL }, ROOT_CONTEXT)
    const held: (() => void)[] = []
    const current: Current = { span, held, isOver: false }
    let isWorthTelling = true
    try {
      const done = await this.#under.run(current, run)
      span.setAttribute('qist.done', done)
      isWorthTelling = done > 0 || performance.now() - startedAt > slowRoundMs
      return done
    } catch (error) {
      fail(span, failureName(error))
      throw error
    } finally {
      current.isOver = true
      if (isWorthTelling) {
        for (const end of held) end()
        span.end()
      }
    }
  }

  follow(statement: string): Follow {
    // In the order in which batches take the calls; undefined for calls outside of any span.
    const waiting: (Begun | undefined)[] = []
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': statement }
    return {
      call: async (work) => {
        const begun = this.isWithin() ? this.begin(statement, 'client', attributes) : undefined
        waiting.push(begun)
        try {
          const answer = await work()
          begun?.end({})
          return answer
        } catch (error) {
          begun?.end({}, failureName(error))
          throw error
        }
      },
      // The first call runs the batch, but the batch belongs to all of its calls.
      batch: (size, work) => {
        for (const begun of waiting.splice(0, size)) begun?.span.setAttribute('db.operation.batch.size', size)
        return this.#under.run(undefined, work)
      },
    }
  }

  async close(limitMs: number): Promise<void> {
    await Promise.race([this.#provider.shutdown().catch(() => undefined), pause(limitMs, undefined, { ref: false })])
  }

  // Work that outlives its span has no parent.
  #present(): Current | undefined {
    const current = this.#under.getStore()
    return current?.isOver ? undefined : current
  }
}

function fail(span: Span, failure: string): void {
  span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
}
