import assert from 'node:assert/strict'
import { bookAll } from '../../src/money/settlements/bookings.ts'
import { dueSettlements } from '../../src/money/settlements/due-settlements.ts'
import type { App } from '../../src/platform/app/app.ts'
import { openApp } from '../../src/platform/app/open-app.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { openServiceDb } from '../../src/platform/db/sharding/service-db.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import type { Rates } from '../../testkit/fee-model.ts'
import { type AnsweredSettlement, type MerchantBooks, readAll, readBooks } from '../../testkit/settlement-books.ts'
import {
  type Currency,
  linesOf,
  type ModelLine,
  type ModelStore,
  type WireMovement,
} from '../../testkit/settlement-model.ts'
import type { Shop } from '../../testkit/shop.ts'
import type { TestService } from './service.ts'

/** A second app on the service's database, with nothing shared in memory. */
export async function openOtherProcess(service: TestService) {
  const db = await openServiceDb({ connection: service.database.connection, connections: 4 })
  const app = openApp(service.app.config, db, service.app.log, service.clock)
  const close = async (): Promise<void> => {
    await app.outbound.close()
    await db.close()
  }
  return { app, close }
}

/** Runs one round of a worker: books movements, then closes and pays due settlements. */
export async function settleRound(app: App): Promise<void> {
  await bookAll(app)
  await settleDue(app, dueSettlements)
}

/** Fee rates as in the call that makes a merchant. */
export const fivePercent: Rates = { percent: 500, fixed: 0n, vatPercent: 500, refund: 'percent' }

export function modelStore(code: string, currency: Currency, rates: Rates = fivePercent): ModelStore {
  return { code, currency, rates: [{ ...rates, from: Number.NEGATIVE_INFINITY }] }
}

interface PaymentAnswer {
  readonly id: string
  readonly currency: Currency
  readonly captures: readonly WireMovement[]
  readonly refunds: readonly WireMovement[]
}

/** The model's books of all payments of a merchant and mode; stores by currency. */
export async function readLines(shop: Shop, stores: readonly ModelStore[]): Promise<ModelLine[]> {
  const payments = await readAll<PaymentAnswer>(shop, '/api/v2/payments', 'payments')
  return payments.flatMap(({ id, currency, captures, refunds }) => {
    const store = stores.find((one) => one.currency === currency) ?? assert.fail(currency)
    return linesOf({ id, store, captures, refunds, references: [{ from: 0, reference: '1001' }] })
  })
}

/**
 * Asserts that each movement is in one line, each settlement in at most one payout, and that the seals form one chain
 * over all entries.
 */
export async function assertBookedOnce(
  service: TestService,
  merchantId: string,
  shops: readonly Shop[],
): Promise<MerchantBooks[]> {
  const { query } = service.database
  const of = `where merchant_id = '${merchantId}'`
  const moved = await query(`select id::text from payment_timeline ${of} and move in ('capture', 'refund') order by id`)
  const lines = await query(`select id::text from settlement_lines ${of} order by id`)
  assert.deepEqual(lines, moved, 'each movement has one line')
  const books: MerchantBooks[] = []
  for (const shop of shops) books.push(await readBooks(shop))
  const paid = books.flatMap(({ payouts }) => payouts.flatMap(({ settlement_ids }) => settlement_ids))
  assert.equal(new Set(paid).size, paid.length, 'no settlement is paid twice')
  assert.deepEqual(await query(`select 1 from unsealed_entries ${of}`), [], 'everything is sealed')
  const seals = await query(
    `select number::int,
       previous_hash = lag(hash, 1, decode(repeat('00', 32), 'hex')) over (order by number) as follows
     from ledger_seals ${of} order by number`,
  )
  assert.deepEqual(
    seals,
    seals.map((_, index) => ({ number: index + 1, follows: true })),
    'the seals are one chain',
  )
  const changes = await query(`select distinct source_id::text, version from ledger_entries ${of} order by 1, 2`)
  const sealed = await query(
    `select source_id::text, version from ledger_seals, unnest(source_ids, versions) as one (source_id, version) ${of} order by 1, 2`,
  )
  assert.deepEqual(sealed, changes, 'each entry is sealed once')
  return books
}

/** Returns the settlement of a date; throws if there is none. */
export function dayOf({ settlements }: MerchantBooks, date: string, code = 'main'): AnsweredSettlement {
  return settlements.find((day) => day.date === date && day.merchant_code === code) ?? assert.fail(`no day ${date}`)
}

/** An app that dies `before` its transactions' statement number `at`, or `after` its commit number `at`. */
export function dyingApp(app: App, at: number, when: 'before' | 'after'): { readonly app: App; hasDied(): boolean } {
  let count = 0
  let hasDied = false
  const die = (): never => {
    hasDied = true
    throw new Error('the process has died')
  }
  const transaction: Db['transaction'] = async (work, limitMs) => {
    const done = await app.db.transaction((tx) => {
      const run: typeof tx.run = (statement, params) => {
        if (when === 'before') count += 1
        return when === 'before' && count === at ? die() : tx.run(statement, params)
      }
      return work({ ...tx, run })
    }, limitMs)
    if (when === 'after') count += 1
    return when === 'after' && count === at ? die() : done
  }
  return { app: { ...app, db: { ...app.db, transaction } }, hasDied: () => hasDied }
}

/**
 * Keeps transactions of captures and refunds open after their writes, so that no statement waits for them at a lock.
 */
export async function holdMovements({
  database: { queryEverywhere },
}: TestService): Promise<{ waiting(): Promise<number>; release(): Promise<void> }> {
  await queryEverywhere('create table if not exists held_movements ()')
  await queryEverywhere('delete from held_movements')
  await queryEverywhere('insert into held_movements default values')
  await queryEverywhere(`create or replace function hold_movement() returns trigger language plpgsql security definer as $$ begin
      while exists (select from held_movements) loop perform pg_sleep(0.005); end loop; return null;
    end $$`)
  await queryEverywhere(`create or replace trigger hold_movement after insert on payment_timeline for each statement
    execute function hold_movement()`)
  const listSleeping = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  return {
    waiting: async () => (await queryEverywhere(listSleeping)).length,
    release: async () => void (await queryEverywhere('delete from held_movements')),
  }
}
