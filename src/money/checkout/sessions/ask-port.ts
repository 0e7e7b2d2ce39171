import { setTimeout as pause } from 'node:timers/promises'
import type { ScoringResult, ScoringService } from '../../../platform/adapters/scoring-service.ts'
import type { App } from '../../../platform/app/app.ts'
import type { CircuitBreaker } from '../../../platform/base/circuit-breaker.ts'
import { newOrderedId } from '../../../platform/base/ids.ts'
import { second } from '../../../platform/base/times.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { useSigningKey } from '../../../platform/signing/signing-keys.ts'
import { signatureOf } from '../../../platform/webhooks/signature.ts'
import type { DoubleRecord } from '../../risk/decision-double.ts'
import { askDouble } from '../../risk/doubles.ts'
import {
  type PortAnswer,
  type PortFailure,
  type PortVerdict,
  readPortAnswer,
  verdictOf,
  verdictWithout,
} from '../../risk/port-verdict.ts'
import { type OrderingCustomer, questionOf, type ScoredOrder } from './port-question.ts'

/** An answer, or why there is none. */
type Reply = PortAnswer | PortFailure

/**
 * Asks the decision port about an order that the service's own rules let pass, and returns its verdict
 * (docs/contract/terms.md#the-decision-port). Undefined if nobody is asked. Holds no connection of the database
 * meanwhile. `hasDouble`: a sandbox may answer in place of the scoring service.
 */
export async function askPort(
  app: App,
  order: ScoredOrder,
  hasDouble: boolean,
  loadCustomer: () => Promise<OrderingCustomer>,
): Promise<PortVerdict | undefined> {
  const { caller } = order
  const double = hasDouble ? await askDouble(app, caller) : undefined
  if (double === undefined && app.scoring === undefined) return undefined
  const customer = await loadCustomer()
  const id = newOrderedId()
  const startedAt = performance.now()
  const reply = await replyOf(app, order, double, questionOf(order, customer, id, nowFor(app, caller)), id)
  const asking = { decision_id: id, duration_ms: Math.round(performance.now() - startedAt) }
  app.metrics.decided(typeof reply === 'string' ? reply : reply.decision)
  if (typeof reply === 'string') {
    // Neither the session, whose id opens its page, nor anything of the customer.
    app.log.warn({ decision_id: id, failure: reply }, 'no answer of the scoring service')
    return verdictWithout(reply, app.config.scoring.fallback, asking)
  }
  const exposureMinor = customer.facts.openMinor + order.owedMinor
  return verdictOf(reply, { exposureMinor, plans: order.plans }, asking)
}

async function replyOf(
  app: App,
  { request: { currency }, caller: { isTest } }: ScoredOrder,
  double: DoubleRecord | undefined,
  question: string,
  id: string,
): Promise<Reply> {
  const read = (result: ScoringResult): Reply =>
    result.kind === 'failed' ? result.failure : (readPortAnswer(result.body, currency) ?? 'nonsense')
  if (double !== undefined) return read(await playDouble(double, app.config.scoring.timeoutMs))
  const { scoring } = app
  return scoring === undefined
    ? 'skipped'
    : askThroughBreaker(app, scoring, scoring.breakers[isTest ? 'test' : 'live'], question, id, read)
}

async function askThroughBreaker(
  app: App,
  scoring: ScoringService,
  breaker: CircuitBreaker,
  body: string,
  id: string,
  read: (result: ScoringResult) => Reply,
): Promise<Reply> {
  const { clock, config } = app
  const end = breaker.enter(clock.elapsedMs())
  if (end === undefined) return 'skipped'
  let reply: Reply = 'broken'
  try {
    const timestampSeconds = Math.floor(clock.now() / second)
    const signingSecrets = config.scoring.endpoint === undefined ? [] : [config.scoring.endpoint.secret]
    const signingKey = await useSigningKey(app)
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Qist-Decisions/1',
      'Webhook-Id': id,
      'Webhook-Timestamp': String(timestampSeconds),
      'Webhook-Signature': signatureOf({ id, timestampSeconds, body }, { signingSecrets, signingKey }),
    }
    reply = read(await scoring.ask({ headers, body }))
    return reply
  } finally {
    end(typeof reply !== 'string', clock.elapsedMs())
  }
}

/** Answers as the sandbox's double is set, in the time that the scoring service would have. */
async function playDouble(double: DoubleRecord, timeoutMs: number): Promise<ScoringResult> {
  const { delay_ms, broken, ...answer } = double
  if (delay_ms > 0) await pause(Math.min(delay_ms, timeoutMs))
  if (delay_ms >= timeoutMs) return { kind: 'failed', failure: 'late' }
  if (broken === null) return { kind: 'answered', body: JSON.stringify(answer) }
  return { kind: 'failed', failure: broken === 'nonsense' ? 'nonsense' : 'broken' }
}
