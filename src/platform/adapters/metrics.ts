import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../base/version.ts'
import {
  type Callee,
  type Counted,
  type CountedEvent,
  countedEvents,
  type DecisionOutcome,
  decisionOutcomes,
  modes,
  type QueueName,
  withoutMode,
} from './counted-events.ts'
import { openReadings, type Readings } from './metric-readings.ts'

/** Metrics of background work and events. Answered requests are counted apart. */
export interface WorkMetrics {
  /** Counts an event after its commit. */
  happened<C extends Counted>(what: C, event: CountedEvent<C>, isTest?: boolean): void
  /** Counts a finished round of background work. */
  roundFinished(work: string, seconds: number): void
  /** Counts a round of background work that failed as a whole. */
  roundFailed(work: string): void
  /** Counts a due item (`payment`, `dispute`, `charge`, …) that failed and is tried again with backoff. */
  itemFailed(kind: string): void
  /** Sets the number of failed items of this kind that wait for a retry. */
  setRetrying(kind: string, count: number): void
  /** Sets the length of a queue over all merchants, and the age of its oldest item in seconds. */
  setWaiting(queue: QueueName, count: number, oldestSeconds: number): void
  /** Counts a call of another service. `outcome` is a word of a closed list. */
  called(to: Callee, call: string, outcome: string, seconds: number): void
  /** Counts an answer of the decision port, or why there was none. */
  decided(outcome: DecisionOutcome): void
  /** Adds readings for each scrape. They replace earlier ones of the same name. */
  read(readings: Readings): void
}

const nothing = (): void => undefined

/** For commands and tests, which have no metrics. */
export const noMetrics: WorkMetrics = {
  happened: nothing,
  roundFinished: nothing,
  roundFailed: nothing,
  itemFailed: nothing,
  setRetrying: nothing,
  setWaiting: nothing,
  called: nothing,
  decided: nothing,
  read: nothing,
}

/** The metrics of this process. Its regions share one registry. */
export interface Metrics extends WorkMetrics {
  readonly registry: Registry
  readonly requests: Counter<'region' | 'operation' | 'status'>
  readonly durations: Histogram<'region' | 'operation'>
  /** Returns the answer of `GET /metrics`. */
  text(): Promise<string>
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  tellVersion(registers)
  return {
    registry,
    text: () => registry.metrics(),
    ...openRequests(registers),
    ...openRounds(registers),
    ...openQueues(registers),
    ...openCalls(registers),
    decided: openDecisions(registers),
    read: openReadings(registers),
    happened: openEvents(registers),
  }
}

// The version of this process: during an upgrade there are two.
function tellVersion(registers: Registry[]): void {
  const labelNames = ['version'] as const
  new Gauge({ name: 'qist_build_info', help: 'Always 1, of this version', labelNames, registers }).set({ version }, 1)
}

function openRequests(registers: Registry[]): Pick<Metrics, 'requests' | 'durations'> {
  return {
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

// All begin at 0, so that the first event is an increase, too.
function openEvents(registers: Registry[]): WorkMetrics['happened'] {
  const counters = new Map<string, { inc(): void }>()
  for (const [what, events] of Object.entries(countedEvents)) {
    const hasMode = !withoutMode.has(what as Counted)
    const counter = new Counter({
      name: `qist_${what}_total`,
      help: `What happened to ${what.replaceAll('_', ' ')}, by event${hasMode ? ' and mode' : ''}`,
      labelNames: hasMode ? ['event', 'mode'] : ['event'],
      registers,
    })
    for (const event of events) {
      for (const mode of hasMode ? modes : [undefined]) {
        const one = counter.labels(mode === undefined ? { event } : { event, mode })
        one.inc(0)
        counters.set(`${what} ${event} ${mode}`, one)
      }
    }
  }
  return (what, event, isTest) => {
    const mode = withoutMode.has(what) ? undefined : isTest ? 'test' : 'live'
    counters.get(`${what} ${event} ${mode}`)?.inc()
  }
}

function openRounds(
  registers: Registry[],
): Pick<WorkMetrics, 'roundFinished' | 'roundFailed' | 'itemFailed' | 'setRetrying'> {
  const failedRounds = new Counter({
    name: 'qist_background_round_failures_total',
    help: 'Rounds of background work that failed, by work',
    labelNames: ['work'],
    registers,
  })
  const rounds = new Histogram({
    name: 'qist_background_round_seconds',
    help: 'How long finished rounds of background work took, by work',
    labelNames: ['work'],
    buckets: [0.01, 0.1, 1, 10, 30],
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
    roundFinished(work, seconds) {
      rounds.observe({ work }, seconds)
      // Begins at 0, so that the first failure is an increase, too.
      failedRounds.inc({ work }, 0)
    },
    roundFailed: (work) => failedRounds.inc({ work }),
    itemFailed: (kind) => items.inc({ kind }),
    setRetrying(kind, count) {
      retrying.set({ kind }, count)
      items.inc({ kind }, 0)
    },
  }
}

function openQueues(registers: Registry[]): Pick<WorkMetrics, 'setWaiting'> {
  const waiting = new Gauge({
    name: 'qist_queue_waiting',
    help: 'What waits past its time, by queue, in the whole database; no more than 1000 are counted',
    labelNames: ['queue'],
    registers,
  })
  const oldest = new Gauge({
    name: 'qist_queue_oldest_seconds',
    help: 'How long the oldest thing of a queue has been waiting past its time, in the whole database; 0 where none does',
    labelNames: ['queue'],
    registers,
  })
  return {
    setWaiting(queue, count, oldestSeconds) {
      waiting.set({ queue }, count)
      oldest.set({ queue }, oldestSeconds)
    },
  }
}

function openCalls(registers: Registry[]): Pick<WorkMetrics, 'called'> {
  const calls = new Counter({
    name: 'qist_outbound_calls_total',
    help: 'Calls of others by whom, which call, and what came of it',
    labelNames: ['to', 'call', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'qist_outbound_call_seconds',
    help: 'How long calls of others took, by whom and which call',
    labelNames: ['to', 'call'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  return {
    called(to, call, outcome, seconds) {
      calls.inc({ to, call, outcome })
      durations.observe({ to, call }, seconds)
    },
  }
}

function openDecisions(registers: Registry[]): WorkMetrics['decided'] {
  const help = 'Answers of the decision port, by outcome'
  const counter = new Counter({ name: 'qist_decisions_total', help, labelNames: ['outcome'], registers })
  for (const outcome of decisionOutcomes) counter.inc({ outcome }, 0)
  return (outcome) => counter.inc({ outcome })
}
