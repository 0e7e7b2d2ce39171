import { countVisitChanges } from '../src/money/checkout/figures/visit-figures.ts'
import { removeUnfinished } from '../src/money/checkout/sessions/unfinished.ts'
import { removeOldMessages } from '../src/money/collections/messages/messages.ts'
import { countPaymentChanges } from '../src/money/payments/counted-list/payment-counts.ts'
import type { App } from '../src/platform/app/app.ts'
import { day } from '../src/platform/base/times.ts'
import { removeOldNotifications } from '../src/platform/webhooks/notifications/remove-old-notifications.ts'
import { sizesOf, writePassingDay } from '../testkit/passing-days.ts'
import type { Query } from '../testkit/query.ts'
import type { Figure } from './measure.ts'
import type { Report } from './report.ts'
import type { TestEnvironment } from './test-environment.ts'
import { openLives } from './year-lives.ts'
import { formatYear, type Retention, type TableBytes, type Traffic } from './year-table.ts'

const purchasesADay = 100_000
const unfinishedADay = 50_000
const daySeconds = day / 1_000

/** Tables that do not grow with payments: those of stores, days and people, of waiting work, and of sandboxes. */
const otherTables = [
  ...['merchants', 'stores', 'keys', 'webhooks', 'persons', 'memberships', 'agents', 'migrations', 'ledger_chains'],
  ...['payment_counts', 'payment_store_counts', 'payment_figures', 'visit_figures', 'message_quotas'],
  ...['settlements', 'pending_settlements', 'payouts', 'payout_settlements'],
  ...['unsealed_entries', 'payment_count_changes', 'visit_changes', 'due_retries'],
  ...['outbox_messages', 'sandbox_processor_movements', 'journal_entries', 'journals'],
]

/**
 * Measures the storage of a year. It plays purchases, and half as many unfinished sessions, and compares each table
 * before and after. The result is multiplied. On another database days pass with constant traffic: it measures how
 * tables grow, and how fast retention deletes.
 */
export async function benchYear(
  lived: TestEnvironment,
  passing: TestEnvironment,
  purchases: number,
): Promise<Report & { readonly table: string }> {
  const { config } = lived.app
  const notified: Retention = { setting: 'NOTIFICATION_DAYS', days: config.notificationDays }
  const keptOf = new Map<string, Retention>([
    ...['notifications', 'deliveries', 'delivery_attempts'].map((table) => [table, notified] as const),
    ['customer_messages', { setting: 'MESSAGE_DAYS', days: config.messageDays }],
  ])
  const traffic: Traffic = {
    ...{ purchasesADay, unfinishedADay },
    unfinished: { setting: 'UNFINISHED_DAYS', days: config.unfinishedDays },
  }
  const tables = await measureLives(lived, purchases, keptOf)
  const figures = await passDays(passing, await countOld(lived.query, purchases))
  return { figures, loads: [], remarks: [], table: formatYear(tables, traffic) }
}

async function measureLives(
  environment: TestEnvironment,
  purchases: number,
  keptOf: ReadonlyMap<string, Retention>,
): Promise<TableBytes[]> {
  const { query } = environment
  const lives = await openLives(environment)
  try {
    const names = await listTables(query)
    const measure = async (): Promise<ReadonlyMap<string, number>> => {
      for (const name of names) await query(`vacuum analyze ${name}`)
      return sizesOf(query, names)
    }
    const unfinished = Math.ceil(purchases / 2)
    // Measured first, before deleted rows leave free space.
    const empty = await measure()
    await lives.leave(unfinished)
    const left = await measure()
    await lives.buy(purchases)
    const bought = await measure()
    return names
      .map((table) => {
        const [before, then, after] = [empty, left, bought].map((sizes) => sizes.get(table) ?? 0) as [
          number,
          number,
          number,
        ]
        return {
          table,
          ofPurchase: (after - then) / purchases,
          ofUnfinished: (then - before) / unfinished,
          kept: keptOf.get(table),
        }
      })
      .filter(({ ofPurchase, ofUnfinished }) => ofPurchase + ofUnfinished >= 1)
      .toSorted((a, b) => b.ofPurchase - a.ofPurchase)
  } finally {
    await lives.close()
  }
}

async function listTables(query: Query): Promise<string[]> {
  const rows = await query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ name }) => String(name)).filter((name) => !otherTables.includes(name))
}

/** Returns how many rows of each kind pass their retention in a second. */
async function countOld(query: Query, purchases: number): Promise<ReadonlyMap<string, number>> {
  const [counted] = await query(`select (select count(*) from notifications) as notifications,
    (select count(*) from customer_messages) as messages`)
  const perSecond = (count: unknown): number => (Number(count) / purchases) * (purchasesADay / daySeconds)
  return new Map([
    ['notifications', perSecond(counted?.['notifications'])],
    ['messages', perSecond(counted?.['messages'])],
    ['unfinished sessions', unfinishedADay / daySeconds],
  ])
}

const keptDays = 5
const passedDays = 20
const rowsADay = 4_000
const passingTables = [
  ...['payments', 'payment_orders', 'payment_timeline', 'payment_search_terms', 'sessions', 'visits'],
  ...['customer_messages', 'notifications', 'deliveries', 'delivery_attempts'],
]

/** Lets days pass on an empty database. All of their rows are deleted five days later. */
async function passDays({ app, query }: TestEnvironment, needs: ReadonlyMap<string, number>): Promise<Figure[]> {
  const startAt = app.clock.now() - passedDays * day
  const total = new Map<string, { count: number; ms: number }>()
  const removeAll = async (at: App, what: string, remove: (app: App) => Promise<number>): Promise<void> => {
    const { count, ms } = total.get(what) ?? { count: 0, ms: 0 }
    const startedAt = performance.now()
    let removed = 0
    for (let one = await remove(at); one > 0; one = await remove(at)) removed += one
    if (removed > 0) total.set(what, { count: count + removed, ms: ms + performance.now() - startedAt })
  }
  const sizes: number[] = []
  for (let number = 0; number < passedDays; number += 1) {
    const now = startAt + number * day
    const kept = { notificationDays: keptDays, unfinishedDays: keptDays, messageDays: keptDays }
    const at: App = { ...app, config: { ...app.config, ...kept }, clock: { ...app.clock, now: () => now + 1 } }
    await writePassingDay(query, { merchantCode: 'demo_ae', at: now, unfinished: rowsADay, bought: rowsADay })
    await removeAll(at, 'notifications', removeOldNotifications)
    await removeAll(at, 'messages', removeOldMessages)
    await removeAll(at, 'unfinished sessions', removeUnfinished)
    while ((await countPaymentChanges(at)) > 0 || (await countVisitChanges(at)) > 0);
    for (const table of passingTables) await query(`vacuum analyze ${table}`)
    sizes.push([...(await sizesOf(query, passingTables)).values()].reduce((sum, bytes) => sum + bytes))
  }
  const settled = sizes[2 * keptDays - 1] ?? Number.NaN
  return [
    {
      name: `size after ${passedDays} days against that after ${2 * keptDays}, where as much comes as goes after ${keptDays}`,
      unit: '×',
      value: (sizes.at(-1) ?? Number.NaN) / settled,
      goal: { atMost: 1.05 },
    },
    ...[...total].map(([what, { count, ms }]) => ({
      name: `${what} removed by one process`,
      unit: '1/s',
      value: (count * 1_000) / ms,
      goal: { atLeast: needs.get(what) ?? Number.NaN },
    })),
  ]
}
