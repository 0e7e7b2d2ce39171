import { copyId, copyRows, type RowCopies } from '../testkit/copy-rows.ts'
import type { Query } from '../testkit/query.ts'

interface LargePayment {
  readonly merchantId: string
  readonly payment: string
  /** A closed day of its store. */
  readonly settlement: string
  readonly lines: number
}

/** The limits on captures and on refunds (docs/contract/payments.md). */
const maxMovements = 1_000
/** More notifications than a page of a payment reads, each to every webhook, with more attempts than it reads. */
const announcements = 500
const attempts = 21

/** Copies the entries of a payment until it reaches each limit. */
export async function copyLargePayment(
  query: Query,
  { merchantId, payment, settlement, lines }: LargePayment,
): Promise<void> {
  const own = `original.merchant_id = '${merchantId}'`
  const ofPayment = `${own} and original.payment_id = '${payment}'`
  const copy = (copies: RowCopies): Promise<void> => copyRows(query, copies)
  const [found] = await query(`select version from payments where id = '${payment}'`)
  const before = Number(found?.['version'])
  const added = maxMovements - 1
  const line = `(select id from settlement_lines where settlement_id = '${settlement}' limit 1)`
  for (const [index, move] of ['capture', 'refund'].entries()) {
    const version = `${before + index * added} + n`
    await copy({
      ...{ table: 'payment_timeline', where: `${ofPayment} and move = '${move}'`, count: added },
      set: {
        ...{ version, id: copyId(move), amount_minor: '1', reference_id: `rpad(n || '-', 200, '"')` },
        at: `original.at + n * interval '1 second'`,
      },
    })
    await copy({
      ...{ table: 'ledger_entries', where: `${own} and source_id = '${payment}' and cause = '${move}'`, count: added },
      set: { version, amount_minor: 'sign(original.amount_minor)' },
    })
    await copy({
      ...{
        table: 'settlement_lines',
        where: `${own} and settlement_id = '${settlement}' and original.id = ${line}`,
        count: added,
      },
      set: {
        id: copyId(`line ${move}`),
        payment_id: `'${payment}'`,
        version,
        type: `'${move}'`,
        reference_id: `rpad(n || '-', 200, '"')`,
      },
    })
  }
  await query(
    `update payments set captured_minor = captured_minor + ${added}, refunded_minor = refunded_minor + ${added},
       version = ${before + 2 * added} where id = '${payment}'`,
  )
  await copyAnnouncements(copy, own, ofPayment)
  await query(
    `insert into delivery_attempts (merchant_id, delivery_id, number, at, status, duration_ms, answer)
     select merchant_id, id, number, statement_timestamp(), 500, 60000, repeat('"', 1000)
     from deliveries cross join generate_series(1, ${attempts}) as number
     where merchant_id = '${merchantId}' and attempts = ${attempts}`,
  )
  await copyMoney(copy, ofPayment, lines)
}

async function copyAnnouncements(
  copy: (copies: RowCopies) => Promise<void>,
  own: string,
  ofPayment: string,
): Promise<void> {
  const newest = `${ofPayment} and original.id = (select id from notifications as other where other.payment_id = original.payment_id order by id desc limit 1)`
  await copy({
    ...{ table: 'notifications', where: newest, count: announcements },
    set: { id: copyId('notification'), sequence: '100 + n' },
  })
  await copy({
    ...{
      table: 'deliveries',
      where: `${own} and original.notification_id = (select notification_id from deliveries where merchant_id = original.merchant_id limit 1)`,
      count: announcements,
    },
    set: {
      ...{ id: `md5('delivery ' || n || original.webhook_id)::uuid`, notification_id: copyId('notification') },
      ...{
        state: `'failed'`,
        next_attempt_at: 'null',
        attempts: String(attempts),
        earlier_attempts: '0',
        claim: 'null',
      },
    },
  })
}

async function copyMoney(copy: (copies: RowCopies) => Promise<void>, ofPayment: string, lines: number): Promise<void> {
  await copy({
    ...{ table: 'charges', where: `${ofPayment} and kind = 'first'`, count: lines },
    set: {
      id: copyId('early charge'),
      session_id: 'null',
      kind: `'scheduled'`,
      state: `'declined'`,
      decline_reason: `'insufficient_funds'`,
    },
  })
}
