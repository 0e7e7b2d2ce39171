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
  /** Sent with every request to the collector, as its keys are. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** Which share of traces is kept, 0 to 1; a caller's trace is kept where the caller keeps it. */
  readonly share: number
}

/** What waits for the collector; more is dropped. A span is half a kilobyte or so. */
const maxWaiting = 4_096
const maxBatch = 512
const batchMs = 2_000
const exportMs = 5_000
/** How often it is said that the collector does not take what it is sent. */
const complaintMs = 60_000

/** What makes spans and sends them. Nothing waits for it, and where it fails they are dropped. */
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

// Where the collector does not take what it is sent, that is told now and then; the spans are gone.
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
