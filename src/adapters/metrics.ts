import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What background work says of itself, beside its log. */
export interface WorkMetrics {
  /** A round of background work failed as a whole. */
  roundFailed(work: string): void
  /** One thing that fell due (`payment`, `dispute`, `charge`, …) could not be done; it is tried again ever later. */
  itemFailed(kind: string): void
  /** How many things of this kind have failed and wait to be tried again. */
  setRetrying(kind: string, count: number): void
}

/** Where nobody asks for metrics: commands and tests. */
export const noMetrics: WorkMetrics = {
  roundFailed: () => undefined,
  itemFailed: () => undefined,
  setRetrying: () => undefined,
}

/** What this process counts about itself. One registry a process, shared by its regions. */
export interface Metrics extends WorkMetrics {
  readonly registry: Registry
  readonly requests: Counter<'region' | 'operation' | 'status'>
  readonly durations: Histogram<'region' | 'operation'>
  /** What `GET /metrics` answers. */
  text(): Promise<string>
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const rounds = new Counter({
    name: 'qist_background_round_failures_total',
    help: 'Rounds of background work that failed, by work',
    labelNames: ['work'],
    registers,
  })
  const items = new Counter({
    name: 'qist_due_failures_total',
    help: 'Due things that could not be done, by kind; each is tried again ever later',
    labelNames: ['kind'],
    registers,
  })
  const retrying = new Gauge({
    name: 'qist_due_retrying',
    help: 'Due things that have failed and wait to be tried again, by kind, in the whole database',
    labelNames: ['kind'],
    registers,
  })
  return {
    registry,
    text: () => registry.metrics(),
    roundFailed: (work) => rounds.inc({ work }),
    itemFailed: (kind) => items.inc({ kind }),
    setRetrying: (kind, count) => retrying.set({ kind }, count),
    requests: new Counter({
      name: 'qist_http_requests_total',
      help: 'Answered requests by region, operation and status',
      labelNames: ['region', 'operation', 'status'],
      registers,
    }),
    durations: new Histogram({
      name: 'qist_http_request_seconds',
      help: 'Time from a request to its answer, by region and operation',
      labelNames: ['region', 'operation'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
  }
}
