import { createSession } from '../src/money/checkout/sessions/create-session.ts'
import { readCheckout } from '../src/money/checkout/sessions/read-checkout.ts'
import { refundPayment } from '../src/money/payments/refund-payment.ts'
import { retry } from '../testkit/timeouts.ts'
import { driveBatches } from './batch-statements.ts'
import { assertMoved } from './captures.ts'
import { firstPages, listRequest } from './list-requests.ts'
import * as phases from './payment-phases.ts'
import { type BareAnswers, callsOfOne, overHttp, type PaymentBench, warmUpCalls } from './payment-phases.ts'
import { forgetChanges, record } from './raw-statements.ts'
import * as requests from './requests.ts'
import { inTurns, type Phase } from './rounds.ts'
import { idsOf, type Payments, supplyOf } from './seed.ts'

const warmUpLists = 500

/** Measures refunds of these captured payments at 1, 16, 32 and 64 clients, and their raw statements. */
export async function benchRefunds(bench: PaymentBench, calls: number, captured: Payments) {
  const { app, actor, query } = bench
  const take = supplyOf(captured)
  const examples = idsOf(take(2))
  await forgetChanges(query)
  await query('vacuum analyze payments')
  const refund = await record(app, (recorded, turn) =>
    refundPayment(recorded, actor, examples[turn] ?? '', requests.wholeAmount()),
  )
  const { prefix, first } = take(0)
  const http = (clients: number, count: number, warmUp = 0): Phase =>
    overHttp(bench, 'refunds', { clients, calls: count, warmUp }, (total) =>
      idsOf(take(total)).map(requests.refundRequest),
    )
  const refunds = await inTurns({
    raw: await phases.driveRaw(bench, "a refund's reading and saving statement", refund, calls, take),
    http32: http(32, calls, warmUpCalls),
    http1: http(1, callsOfOne(calls)),
    http16: http(16, calls),
    http64: http(64, calls),
  })
  await assertMoved(bench, { prefix, first, count: take(0).first - first }, 'refunded')
  return refunds
}

/**
 * Measures sessions and list pages at 1, 16, 32 and 64 clients, and answers that need little or nothing of the
 * database.
 */
export async function benchSessionsAndLists(bench: PaymentBench, calls: number, bare: BareAnswers) {
  const { app, actor } = bench
  const store = actor.stores.find(({ merchantCode }) => merchantCode === requests.checkout.merchant_code)
  if (store === undefined) throw new Error('the demo store is not there')
  const checkout = readCheckout(requests.checkout, store)
  const one = callsOfOne(calls)
  const sessions = (clients: number, count: number, warmUp = 0): Phase =>
    overHttp(bench, 'sessions', { clients, calls: count, warmUp }, () => [requests.sessionRequest])
  const lists = (name: string, clients: number, warmUp = 0): Phase =>
    overHttp(bench, name, { clients, calls: one, warmUp }, (count) => firstPages(count).map(listRequest))
  const counted = (clients: number, warmUp = 0): Phase => ({
    ...lists('list pages', clients, warmUp),
    prepare: () => retry('counting what was changed', () => isAllCounted(bench)),
  })
  const get = (path: string) => () => [{ method: 'GET', path }]
  const answers = { clients: 32, calls: calls * 2 }
  return inTurns({
    batched: driveBatches(bench, 'the inserting statement', 'insert_sessions', calls, (recorded) =>
      createSession(recorded, actor, store, checkout),
    ),
    sessionsDirect: phases.directly('sessions', calls, () => createSession(app, actor, store, checkout)),
    bare: bare.phase('sessions', { clients: 32, calls: calls * 2, warmUp: 0 }),
    sessions32: sessions(32, calls, warmUpCalls),
    sessions1: sessions(1, one),
    sessions16: sessions(16, calls),
    sessions64: sessions(64, calls),
    lists32: counted(32, warmUpLists),
    lists1: counted(1),
    lists16: counted(16),
    lists64: counted(64),
    uncounted32: {
      ...lists(`list pages, right after ${calls.toLocaleString('en')} sessions`, 32),
      prepare: () => sessions(64, calls).run(),
    },
    health: overHttp(bench, '/health, which asks the database', answers, get('/health')),
    memory: overHttp(bench, 'an answer from memory', { ...answers, expected: 404 }, get('/api/v2/nothing')),
  })
}

async function isAllCounted({ query }: PaymentBench): Promise<boolean> {
  const [waiting] = await query('select count(*)::int as changes from payment_count_changes')
  return waiting?.['changes'] === 0
}
