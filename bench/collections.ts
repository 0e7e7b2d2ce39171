import { dueCollections } from '../src/money/collections/due-collections.ts'
import type { CardProcessor } from '../src/platform/adapters/card-processor.ts'
import type { App } from '../src/platform/app/app.ts'
import { settleDue } from '../src/platform/due/settling.ts'
import type { Query } from '../testkit/query.ts'
import { closedLoop } from './loops.ts'
import { type Figure, median } from './measure.ts'
import { idsOf, seedAuthorized } from './seed.ts'

const installments = 5_000
const rounds = 21

interface CollectionBench {
  readonly app: App
  readonly query: Query
}

/** A processor that charges at once: the rest is the service's own time. */
const instantCards: Pick<CardProcessor, 'charge' | 'find'> = {
  charge: async ({ id }) => ({ kind: 'charged', reference: id, networkReference: id }),
  find: async ({ id }) => ({ kind: 'charged', reference: id, networkReference: id }),
}

/** Measures how many due instalments one process collects in a minute, with a processor that answers at once. */
export async function benchCollections({ app, query }: CollectionBench): Promise<Figure[]> {
  const payments = await seedAuthorized(query, installments, 'c0111ec7')
  await query(madeDue(payments.prefix))
  const instant: App = { ...app, cards: { ...app.cards, test: { ...app.cards.test, ...instantCards } } }
  const startedAt = performance.now()
  let left = installments
  while (left > 0) {
    const done = await settleDue(instant, dueCollections)
    if (done === 0) throw new Error(`${left} of ${installments} installments are not collected`)
    left -= done
  }
  const perMinute = (installments * 60_000) / (performance.now() - startedAt)
  const ids = idsOf(payments)
  // The minimum for each instalment: its charge is claimed and settled, with one commit each.
  const commits = await closedLoop(installments, dueCollections.maxInFlight, async (n) => {
    const sql = `update collections set version = version + 1 where id = '${ids[n]}'`
    for (let commit = 0; commit < 2; commit += 1) await app.db.transaction((tx) => tx.runText(sql))
  })
  const limit = { name: 'two commits of one row each', value: commits.perSecond * 60 }
  return [
    {
      name: 'instalments collected by one process, instant processor',
      unit: '1/min',
      value: perMinute,
      goal: { atLeast: 5_000 },
      limit,
    },
  ]
}

/** Captured forty days ago, so that the second instalment is due. */
function madeDue(prefix: string): string {
  const these = `between '${prefix}000000000000' and '${prefix}ffffffffffff'`
  const then = `now() - interval '40 days'`
  return `
    update payments set status = 'CLOSED', captured_minor = amount_minor, version = 3, authorized_at = ${then},
      closed_at = ${then}, due_at = null where id ${these};
    insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_before, status_after,
      amount_minor, reference_id, id, body)
    select merchant_id, id, 3, 'capture', 'seed', '', ${then}, 'AUTHORIZED', 'CLOSED', amount_minor, 'c', gen_random_uuid(), '{}'
    from payments where id ${these};
    insert into collections (${collectionColumns})
    select merchant_id, id, ${collectionValues}, ${then}, ${then}, ${then} + interval '30 days' from payments where id ${these};
    analyze payments; analyze payment_timeline; analyze collections`
}

/** Measures the search for due work among `payments` payments whose next instalment is due within three months. */
export async function benchFindDue({ app, query }: CollectionBench, payments: number): Promise<Figure[]> {
  const batch = 250_000
  for (let first = 1; first <= payments; first += batch) {
    await query(`
    insert into collections (${collectionColumns})
    select merchant_id, gen_random_uuid(), ${collectionValues}, now(), now(), now() + ((n - 500) * ${90 * 86_400}.0 / ${payments}) * interval '1 second'
    from stores, generate_series(${first}, ${Math.min(first + batch - 1, payments)}) as n where merchant_code = 'demo_ae'`)
  }
  await query('analyze collections')
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    const due = await dueCollections.listDue(app, 200)
    if (due.length === 0) throw new Error('nothing is due')
    times.push(performance.now() - startedAt)
  }
  const name = `finding what is due among ${payments.toLocaleString('en')} payments`
  return [{ name, unit: 'ms', value: median(times), goal: { atMost: 50 } }]
}

const collectionColumns = `merchant_id, id, is_test, version, phone, currency, lang, card_token, card_brand, card_last_four,
  card_expiry_month, card_expiry_year, network_reference, is_failing, authorized_at, card_since, due_at`
const collectionValues = `true, 1, '', 'AED', 'en', 'sandbox:accept:bench', 'visa', '4242', 12, 2040, '', false`
