import { setTimeout as wait } from 'node:timers/promises'
import { formatMinor } from '../testkit/amounts.ts'
import { succeed } from '../testkit/client.ts'
import { holdRows } from '../testkit/held-rows.ts'
import type { Random } from '../testkit/random.ts'
import { newMerchant } from '../testkit/shop.ts'
import { newPayment } from './new-payment.ts'
import { wrongHistory } from './soak-hostile.ts'
import type { SoakShop } from './soak-shops.ts'
import type { ProxiedEnvironment } from './test-environment.ts'
import { waitUntilWell } from './wait-until-well.ts'

/** The environment of a fault. */
export interface SoakSetup {
  readonly environment: ProxiedEnvironment
  readonly shops: readonly SoakShop[]
  readonly random: Random
  /** Returns the duration of a fault, in milliseconds. */
  lastsMs(): number
}

interface SoakFault {
  readonly name: string
  /** Whether answers of 500 and above are expected meanwhile. */
  readonly isForgiven: boolean
  /** Injects it and undoes it. */
  inject(setup: SoakSetup): Promise<void>
}

/** Every fault, in the order in which they take turns. */
export const soakFaults: readonly SoakFault[] = [
  { name: 'locked', isForgiven: false, inject: lockRows },
  { name: 'stopped', isForgiven: true, inject: stopService },
  { name: 'reserved', isForgiven: false, inject: useReservedNames },
  { name: 'frozen', isForgiven: true, inject: freezeConnections },
  { name: 'large', isForgiven: false, inject: growPayment },
  { name: 'cut', isForgiven: true, inject: cutConnections },
  { name: 'refusals', isForgiven: false, inject: provokeRefusals },
  { name: 'held', isForgiven: true, inject: holdConnections },
]

/** Locks rows of one merchant from outside, among them a payment that is requested meanwhile. */
async function lockRows({ environment, shops, random, lastsMs }: SoakSetup): Promise<void> {
  const { merchant } = random.pick(shops)
  const of = `where merchant_id = '${merchant.id}'`
  const newest = await environment.records.query(`select id from payments ${of} order by created_at desc limit 20`)
  const ids = newest.map(({ id }) => `'${id}'`).join() || 'null'
  const hold = (sql: string) => holdRows({ connectionString: environment.databaseUrl, application_name: 'proof' }, sql)
  const held = [
    await hold(`select from payments ${of} and id in (${ids}) for update`),
    await hold(`select from webhooks ${of} for update`),
    await hold(`select from deliveries ${of} and state = 'waiting' limit 20 for update skip locked`),
  ]
  try {
    await wait(lastsMs())
  } finally {
    for (const rows of held) await rows.release()
  }
}

async function stopService({ environment, lastsMs }: SoakSetup): Promise<void> {
  environment.service.kill('SIGSTOP')
  await wait(lastsMs())
  environment.service.kill('SIGCONT')
}

/** Plays a merchant that names its captures and refunds as the service does, until all due work on them is done. */
async function useReservedNames({ environment, random }: SoakSetup): Promise<void> {
  const merchant = await newMerchant(environment.client)
  const client = environment.client.as(merchant.keys.live.secret)
  for (let left = 5; left > 0; left -= 1) {
    const id = await newPayment(client, 100_00, 'main')
    for (const name of [`auto-capture-${id}`, `AUTO-CAPTURE-${id}`, `dispute-${id}`]) {
      await client.call('POST', `/api/v2/payments/${id}/captures`, {
        amount: formatMinor(random.between(1_00, 20_00)),
        reference_id: name,
      })
    }
  }
  succeed(await client.call('POST', '/sandbox/clock', { advance: 'P22D' }))
  const { body } = succeed(await client.call('GET', '/api/v2/payments?limit=20'))
  if (body.pagination.total_count !== 5)
    throw new Error(`a list shows ${body.pagination.total_count} payments, and not 5`)
}

/** Silences every connection to the database. Then the database ends the ones that the service has given up. */
async function freezeConnections({ environment, lastsMs }: SoakSetup): Promise<void> {
  environment.proxy.freeze()
  await wait(lastsMs())
  await waitUntilWell(environment.client)
  environment.proxy.forget()
}

async function cutConnections({ environment }: SoakSetup): Promise<void> {
  await environment.records.query(
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity
     where datname = current_database() and application_name <> 'proof'`,
  )
}

/** Delays all data between service and database for a while, then lets it pass. */
async function holdConnections({ environment, lastsMs }: SoakSetup): Promise<void> {
  const release = environment.proxy.hold()
  await wait(lastsMs())
  release()
}

/** Makes forty large captures of one payment: the stored bytes must not grow quadratically. */
async function growPayment({ environment, shops, random }: SoakSetup): Promise<void> {
  const { merchant } = random.pick(shops)
  const client = environment.client.as(merchant.keys.live.secret)
  const id = await newPayment(client, 340_00, 'main')
  const items = Array.from({ length: 20 }, (_, n) => ({
    ...{ reference_id: `SKU-${n}`, title: 'x'.repeat(200), quantity: 1, unit_price: '1.00', category: 'Clothes' },
  }))
  for (let n = 0; n < 40; n += 1) {
    await client.call('POST', `/api/v2/payments/${id}/captures`, { amount: '1.00', reference_id: `c${n}`, items })
  }
}

/** Sends several bodies at once in which every part is wrong: the cost must be linear in the bytes. */
async function provokeRefusals({ environment, shops, random }: SoakSetup): Promise<void> {
  const { merchant } = random.pick(shops)
  const body = wrongHistory(40_000)
  const shop = environment.client.as(merchant.keys.live.public)
  const send = () => shop.call('POST', '/api/v2/checkout', body)
  for (const { status, text } of await Promise.all([send(), send(), send(), send()])) {
    if (status === 400 && text.length > 100_000)
      throw new Error(`${text.length} bytes answer ${body.length} wrong ones`)
  }
}
