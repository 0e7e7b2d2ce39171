import { setTimeout as wait } from 'node:timers/promises'
import { type Caller, succeed } from '../testkit/client.ts'
import { allAtOnce, inParallel } from '../testkit/parallel.ts'
import { killAll } from '../testkit/process-table.ts'
import { checkoutBody, newMerchant } from '../testkit/shop.ts'
import { retry } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { type OwnEnvironment, openOwnEnvironment } from './own-database.ts'
import type { Records } from './records.ts'
import { type Restarts, watchRestarts } from './restarts.ts'

/** The cards' behaviour at the second instalment; most are charged. */
const cards = [
  '4242424242424242',
  '4242424242424242',
  '4000000000000259',
  '4000000000000341',
  '4000000000007726',
] as const

/**
 * P24: kills three processes of a service with its database, repeatedly, while an instalment of many payments falls due
 * and half of the payments are refunded. Every instalment is charged once or declined once. No charge is lost, and no
 * return is sent twice.
 */
export async function run(context: Context): Promise<Verdict> {
  const payments = context.breakage === undefined ? context.size(200, 10_000) : 400
  const kills = context.breakage === undefined ? context.size(3, 40) : 0
  const restarts = await watchRestarts(context)
  const environment = await openOwnEnvironment(context, 'p24', { PROCESSES: '3' })
  try {
    const merchant = await newMerchant(environment.client)
    const shop = environment.client.as(merchant.keys.test.secret)
    const ids = await inParallel(payments, (number) => openPayment(shop, cards[number % cards.length] ?? cards[0]))
    await fallDue(environment, merchant.id)
    await allAtOnce([
      (over) => refundHalf(shop, ids, over),
      (over) => killAgain(context, environment, restarts, kills, over),
    ])
    const { violations, counts } = await environment.withRecords(async (records) => {
      const left = await settleAll(records, context)
      return {
        violations: [...left, ...(await judge(records)), ...(await records.checkIntegrity())],
        counts: await count(records),
      }
    })
    return {
      counts: { payments, kills, ...counts, ...restarts.counts() },
      violations: [...violations, ...restarts.violations],
    }
  } finally {
    await environment.close()
  }
}

async function openPayment(shop: Caller, card: string): Promise<string> {
  const { payment } = succeed(await shop.call('POST', '/api/v2/checkout', checkoutBody('main', 'AED', '100.00'))).body
  succeed(await shop.call('POST', `/sandbox/payments/${payment.id}/authorize`, { card }))
  succeed(await shop.call('POST', `/api/v2/payments/${payment.id}/captures`, { amount: '100.00' }))
  return payment.id
}

/** Advances the merchant's clock by 40 days directly in the database: the workers must find all due work. */
async function fallDue({ withRecords }: OwnEnvironment, merchantId: string): Promise<void> {
  const aheadMs = 40 * 24 * 3_600_000
  await withRecords((records) =>
    records.query(`update merchants set clock_offset_ms = ${aheadMs} where merchant_id = '${merchantId}'`),
  )
}

/** Kills all processes of the service and of its database, repeatedly, until `over`. */
async function killAgain(
  context: Context,
  { service, database }: OwnEnvironment,
  restarts: Restarts,
  kills: number,
  over: AbortSignal,
): Promise<void> {
  const random = context.random('p24')
  for (let number = 1; number <= kills && !over.aborted; number += 1) {
    await wait(random.between(100, 2_000))
    const pids = [service.pid, ...database.pids()]
    if (pids.length < 3) throw new Error('the processes of the database were not found')
    killAll(pids, 'SIGKILL')
    await service.waitForEnd()
    await restarts.restart(service)
    context.progress(number, kills, 'kills')
  }
}

async function refundHalf(shop: Caller, ids: readonly string[], over: AbortSignal): Promise<void> {
  await inParallel(ids.length, async (number) => {
    // One makes the next instalment smaller, the other returns money.
    if (number % 2 === 0) await refundAtLast(shop, ids[number] ?? '', number % 4 === 0 ? '90.00' : '60.00', over)
  })
}

/** Refunds until it is acknowledged, or until `over`: the reference makes it happen once, however often it is sent. */
async function refundAtLast(shop: Caller, id: string, amount: string, over: AbortSignal): Promise<void> {
  const body = { amount, reference_id: `refund-${id}` }
  await retry(
    'a refund is taken',
    async () => {
      if (over.aborted) return true
      const answer = await shop.call('POST', `/api/v2/payments/${id}/refunds`, body).catch(() => undefined)
      return answer?.status === 200
    },
    { pauseMs: 100 },
  )
}

const leftToDo = `select 'collection ' || collection.id as what from collections as collection
     join merchants as merchant using (merchant_id)
   where charge_id is not null or due_at <= now() + clock_offset_ms * interval '1 millisecond'
   union all select 'charge ' || id from charges where resolve_at is not null
   union all select 'return ' || id from returns where resolve_at is not null`

/** Makes all follow-up checks due after the last failure, and waits until none remains. Returns the remaining ones. */
async function settleAll(records: Records, { breakage }: Context): Promise<string[]> {
  const isDone = async (): Promise<boolean> => {
    for (const table of ['charges', 'returns']) {
      await records.query(`update ${table} set resolve_at = now() where resolve_at > now() + interval '1 second'`)
    }
    return (await records.query(leftToDo)).length === 0
  }
  await retry('everything that was due is done', isDone, {
    pauseMs: 500,
    ...(breakage && { timeoutMs: 20_000 }),
  }).catch(() => undefined)
  const left = await records.query(`${leftToDo} limit 5`)
  return left.map(({ what }) => `left undone: ${what}`)
}

/** Compares the processor's movements with the stored ones. */
async function judge(records: Records): Promise<string[]> {
  const twice = await records.query(
    `select charge.payment_id, count(*)::int as times
     from sandbox_processor_movements as moved join charges as charge using (merchant_id, id)
     where moved.type = 'charge' and moved.state = 'moved' and charge.kind = 'scheduled'
     group by charge.payment_id having count(*) > 1 limit 5`,
  )
  const tried = await records.query(
    `select payment_id, count(*)::int as times from charges where kind = 'scheduled' group by payment_id
     having count(*) > 1 limit 5`,
  )
  const forgotten = await records.query(
    `select payment.id from payments as payment
     where captured_minor - refunded_minor > 2500 and not exists (
       select from charges where merchant_id = payment.merchant_id and payment_id = payment.id and kind = 'scheduled'
     ) limit 5`,
  )
  const unequal = await records.query(
    `select id, here, there from (
       select id, charge.amount_minor as here, moved.amount_minor as there
       from (select * from charges where state = 'approved') as charge
       full join (select * from sandbox_processor_movements where type = 'charge' and state = 'moved') as moved
         using (merchant_id, id)
       union all
       select id, sent.amount_minor, moved.amount_minor
       from (select * from returns where state = 'confirmed') as sent
       full join (select * from sandbox_processor_movements where type = 'refund' and state = 'moved') as moved
         using (merchant_id, id)
     ) as compared where here is distinct from there limit 5`,
  )
  return [
    ...twice.map(({ payment_id, times }) => `payment ${payment_id}: its second part was charged ${times} times`),
    ...tried.map(({ payment_id, times }) => `payment ${payment_id}: its second part was tried ${times} times`),
    ...forgotten.map(({ id }) => `payment ${id}: its second part was forgotten`),
    ...unequal.map(
      ({ id, here, there }) => `${id}: ${here ?? 'nothing'} here, ${there ?? 'nothing'} in the processor's books`,
    ),
  ]
}

async function count(records: Records): Promise<Record<string, number>> {
  const [row] = await records.query(
    `select (select count(*)::int from charges where kind = 'scheduled') as charged,
       (select count(*)::int from charges where kind = 'scheduled' and state = 'declined') as declined,
       (select count(*)::int from returns) as returns`,
  )
  return {
    'parts tried': Number(row?.['charged']),
    'of these declined': Number(row?.['declined']),
    returns: Number(row?.['returns']),
  }
}
