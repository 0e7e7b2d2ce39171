import { bookMerchant } from '../src/money/settlements/bookings.ts'
import { dueSettlements } from '../src/money/settlements/due-settlements.ts'
import { getSettlement, listSettlements } from '../src/money/settlements/settlements.ts'
import type { App } from '../src/platform/app/app.ts'
import { hour } from '../src/platform/base/times.ts'
import { settleDue } from '../src/platform/due/settling.ts'
import type { Actor } from '../src/platform/merchants/caller.ts'
import type { Query } from '../testkit/query.ts'
import type { Figure } from './measure.ts'
import { type Payments, seedAuthorized } from './seed.ts'

const movements = 100_000

/** Measures sealing and booking a day of captures of one store, and closing it. */
export async function benchSettlements(app: App, query: Query, actor: Actor): Promise<Figure[]> {
  const payments = await seedAuthorized(query, movements, '5e771e00')
  // Noon of the previous day in Dubai.
  const at = new Date(app.clock.now() - 24 * hour).toISOString().replace(/T.*/, 'T08:00:00Z')
  await query(capturedAt(payments, at))
  const bookingMs = await timed(() => bookMerchant(app, actor.merchantId, movements))
  const closingMs = await timed(() => settleDue(app, dueSettlements))
  await assertSettled(app, actor)
  const limit = { name: 'their lines copied by one statement', value: await timed(() => query(copiedLines)) }
  const day = `a day of ${movements.toLocaleString('en')} movements`
  return [
    { name: `${day} closed that was booked before`, unit: 'ms', value: closingMs, goal: { atMost: 5_000 } },
    {
      name: `${day} sealed, booked and closed`,
      unit: 'ms',
      value: bookingMs + closingMs,
      goal: { atMost: 5_000 },
      limit,
    },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function assertSettled(app: App, actor: Actor): Promise<void> {
  const page = { storeId: null, endsFrom: null, endsTo: null, limit: 20, offset: 0 }
  const [day] = (await listSettlements(app, actor, page)).settlements
  const { pages } = await getSettlement(app, actor, { id: day?.id ?? '', onlyOf: null })
  let lines = 0
  for await (const page of pages) lines += page.length
  if (lines !== movements) throw new Error(`${lines} of ${movements} movements are settled`)
}

function capturedAt({ prefix }: Payments, at: string): string {
  const these = `between '${prefix}000000000000' and '${prefix}ffffffffffff'`
  return `
    update payments set status = 'CLOSED', captured_minor = amount_minor, version = 3, closed_at = '${at}', due_at = null
    where id ${these};
    insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_before, status_after,
      amount_minor, reference_id, id, body, fee_minor, fee_fixed_minor, fee_vat_minor, fee_rates, order_reference)
    select merchant_id, id, 3, 'capture', 'seed', '', '${at}', 'AUTHORIZED', 'CLOSED', amount_minor, 'c', gen_random_uuid(),
      '{}', 1700, 0, 85, '{"percent":500,"fixed_minor":"0","vat_percent":500,"refund":"percent"}', order_reference
    from payments where id ${these};
    insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
    select merchant_id, id, 3, account, cause, 'AED', minor, '${at}'
    from payments, (values ('capture', 'customer', 34000), ('capture', 'merchant', -34000), ('fee', 'merchant', 1700),
      ('fee', 'fee_income', -1700), ('fee_vat', 'merchant', 85), ('fee_vat', 'fee_vat_payable', -85)
    ) as entry (cause, account, minor) where id ${these};
    insert into unsealed_entries (merchant_id, source_id, version)
    select merchant_id, id, version from payments where id ${these};
    analyze payments; analyze payment_timeline; analyze ledger_entries; analyze unsealed_entries`
}

const copiedLines = `
  create table copied_lines (like settlement_lines including all);
  insert into copied_lines select * from settlement_lines`
