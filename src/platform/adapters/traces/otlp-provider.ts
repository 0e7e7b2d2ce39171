import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'
import { failureName } from './traces.ts'

export interface TraceOptions {
  /** The collector's address, to which `/v1/traces` is added. */
  readonly endpoint: string
  /** Headers of every request to the collector, such as its key. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The share of traces that are sent, 0 to 1. A caller's trace follows the caller's decision. */
  readonly share: number
}

/** The most spans that wait for the collector; more are dropped. A span is about half a kilobyte. */
const maxWaiting = 4_096
const maxBatch = 512
const batchMs = 2_000
const exportMs = 5_000
/** The least time between two log lines about a failing collector. */
const complaintMs = 60_000

/** Returns the provider that makes and sends spans. Nothing waits for it. If sending fails, spans are dropped. */
export function otlpProvider(options: TraceOptions, log: Log): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: exportMs,
  })
  const processor = new BatchSpanProcessor({
    exporter: complaining(exporter, log),
    maxQueueSize: maxWaiting,
    maxExportBatchSize: maxBatch,
    scheduledDelayMillis: batchMs,
    exportTimeoutMillis: exportMs,
  })
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName, 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.share) }),
    spanProcessors: [processor],
  })
}

// Logs now and then that the collector refuses spans. They are lost.
function complaining(exporter: SpanExporter, log: Log): SpanExporter {
  let complainedAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() - complainedAt > complaintMs) {
          complainedAt = performance.now()
          const reason = failureName(result.error)
          log.warn({ reason, spans: spans.length }, 'the collector of traces did not take them')
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
