import { copyId, copyRows, type RowCopies } from '../testkit/copy-rows.ts'
import type { Query } from '../testkit/query.ts'
import type { BackOfficeObjects } from './back-office-objects.ts'

interface Lists {
  readonly merchantId: string
  /** One of everything that the merchant has. */
  readonly small: BackOfficeObjects
  readonly phone: string
  readonly many: number
  readonly lines: number
}

/** Evidence texts of both sides in a dispute: support must request each one. */
const entries = 40

type Copy = (table: string, where: string, count: number, set: RowCopies['set']) => Promise<void>

const longest = (length: number): string => `repeat('"', ${length})`
const payment = copyId('payment')
const earlier = "interval '1 second' * n"

/** Copies the rows of the merchant, its people, its customers and support until every list is longer than its page. */
export async function copyLists(query: Query, lists: Lists): Promise<void> {
  const { merchantId } = lists
  const copy: Copy = (table, where, count, set) =>
    copyRows(query, { table, where: `original.merchant_id = '${merchantId}' and ${where}`, count, set })
  await copyPayments(query, copy, lists)
  await copySettlements(copy, lists)
  await copyDisputes(copy, lists)
  await copySettings(query, copy, lists)
  await copyPeople(query, copy, lists)
  await copySupport(query, lists)
}

async function copyPayments(query: Query, copy: Copy, { small, phone, many }: Lists): Promise<void> {
  const id = small['payments']?.['id']
  const phoneOf = `case when n % 2 = 0 then '${phone}' else '+9715' || lpad(n::text, 8, '0') end`
  const texts = `jsonb_build_object('buyer', jsonb_build_object('name', ${longest(255)}, 'email', rpad('x@', 254, 'x'), 'phone', ${phoneOf}, 'dob', null))`
  const created_at = `original.created_at - ${earlier}`
  await copy('payments', `original.id = '${id}'`, many, {
    ...{ id: payment, created_at, order_reference: `rpad(n::text, 255, '"')`, due_at: 'null', announced: '0' },
  })
  await copy('payment_orders', `payment_id = '${id}'`, many, {
    ...{ payment_id: payment, body: `(original.body::jsonb || ${texts})::json` },
  })
  await copy('payment_search_terms', `payment_id = '${id}'`, many, { payment_id: payment, created_at })
  await copy('payment_timeline', `payment_id = '${id}'`, many, { payment_id: payment, id: 'gen_random_uuid()' })
  await copy('charges', `payment_id = '${id}'`, many, {
    id: copyId('charge'),
    payment_id: payment,
    session_id: payment,
    phone: phoneOf,
  })
  await copy('collections', `original.id = '${id}'`, many, {
    ...{
      id: payment,
      phone: phoneOf,
      due_at: 'null',
      is_failing: 'true',
      defaulted_at: `original.authorized_at + ${earlier}`,
    },
  })
  await query(
    `insert into payment_count_changes (merchant_id, is_test, store_id, currency, created_at, listed_as)
     select merchant_id, is_test, store_id, currency, created_at, listed_as from payments
     where id in (select ${payment} from generate_series(1, ${many}) as n)`,
  )
}

async function copySettlements(copy: Copy, { small, many, lines }: Lists): Promise<void> {
  const settlement = small['settlements']?.['id']
  const payout = small['payouts']?.['id']
  const id = copyId('settlement')
  await copy('settlements', `original.id = '${settlement}'`, many, { id, date: 'original.date - n' })
  await copy('settlement_lines', `settlement_id = '${settlement}'`, many, {
    ...{ id: copyId('line'), payment_id: payment, order_reference: longest(255), reference_id: longest(200) },
  })
  await copy('payouts', `original.id = '${payout}'`, many, {
    ...{
      id: copyId('payout'),
      reference: `original.reference || '-' || n`,
      created_at: `original.created_at - ${earlier}`,
    },
    ...{ state: `'pending'`, exported_at: 'null', paid_at: 'null' },
  })
  await copy('payout_settlements', `settlement_id = '${settlement}'`, lines, { settlement_id: id })
}

async function copyDisputes(copy: Copy, { small, many }: Lists): Promise<void> {
  const dispute = small['disputes']?.['id']
  const attachment = small['attachments']?.['id']
  const files = `array_fill('${attachment}'::uuid, array[10])`
  await copy('disputes', `original.id = '${dispute}'`, many, {
    ...{
      id: copyId('dispute'),
      payment_id: payment,
      created_at: `original.created_at - ${earlier}`,
      comment: longest(10_000),
    },
    ...{ order_number: longest(255), attachment_ids: files },
  })
  await copy('dispute_history', `dispute_id = '${dispute}'`, entries, {
    ...{ version: '100 + n', id: copyId('history'), content: longest(10_000), note: longest(5_000) },
    ...{
      attachment_ids: files,
      event_type: `'evidence_merchant_provided'`,
      source: `'merchant'`,
      created_by: longest(254),
    },
  })
}

async function copySettings(query: Query, copy: Copy, { merchantId, small, many, lines }: Lists): Promise<void> {
  const link = small['links']?.['id']
  const hash = (label: string): string => `sha256(('${label} ' || n)::bytea)`
  await copy('keys', `original.id = '${small['keys']?.['id']}'`, lines, {
    id: copyId('key'),
    hash: hash('key'),
    name: longest(60),
  })
  await copy('stores', 'original.is_default', lines, {
    ...{
      id: copyId('store'),
      merchant_code: `rpad(n::text, 255, '"')`,
      code_key: `'copy ' || n`,
      name: longest(100),
      is_default: 'false',
    },
  })
  await copy('webhooks', `original.id = '${small['webhooks']?.['id']}'`, lines, {
    ...{ id: copyId('webhook'), store_id: copyId('store'), url: `original.url || '/' || repeat('x', 1900)` },
    ...{ failing_since: 'original.created_at', disabled_at: 'original.created_at', disabled_reason: `'given_up'` },
  })
  if (link !== undefined)
    await copy('payment_links', `original.id = '${link}'`, many, {
      id: copyId('link'),
      made_at: `original.made_at - ${earlier}`,
    })
  await query(
    `insert into journal_entries (merchant_id, is_test, kind, at, operation, method, path, status, duration_ms, summary, number)
     select merchant_id, true, 'request', statement_timestamp(), 'createSession', 'POST', '/api/v2/checkout', 200, 1, ${longest(255)}, null
     from merchants cross join generate_series(1, ${many}) where merchant_id = '${merchantId}'`,
  )
}

async function copyPeople(query: Query, copy: Copy, { merchantId, many, lines }: Lists): Promise<void> {
  const person = copyId('person')
  const mail = `rpad('p' || n || '@', 254, 'x')`
  const admin = `(select person_id from memberships where merchant_id = '${merchantId}' limit 1)`
  const ofAll = { merchantId: '00000000-0000-0000-0000-000000000000' }
  await copyRows(query, {
    ...{ table: 'persons', where: `original.id = ${admin}`, count: lines, set: { id: person, email: mail } },
  })
  await copyRows(query, {
    ...{
      table: 'person_sessions',
      where: `original.merchant_id = '${ofAll.merchantId}' and original.person_id = ${admin}`,
      count: lines,
    },
    set: { token_hash: `sha256(('session ' || n)::bytea)`, id: copyId('person session'), user_agent: longest(200) },
  })
  await copy('memberships', `person_id = ${admin}`, lines, { person_id: person })
  await query(
    `insert into invitations (merchant_id, id, desk, email, role, token_hash, invited_by, created_at, ends_at, in_sandbox)
     select '${merchantId}', ${copyId('invitation')}, 'dashboard', ${mail}, 'analyst', sha256(('invitation ' || n)::bytea), ${longest(254)},
       statement_timestamp(), statement_timestamp() + interval '30 days', true from generate_series(1, ${lines}) as n`,
  )
  await query(
    `insert into activities (merchant_id, id, at, desk, person_id, email, what, on_kind, on_id, is_test, address, request_id, details)
     select '${merchantId}', gen_random_uuid(), statement_timestamp(), desk, ${admin}, rpad('x@', 254, 'x'), 'capture', 'payment', ${payment}::text, false,
       '127.0.0.1', '', json_build_object('amount', '1.00', 'currency', 'AED', 'reason', ${longest(2_000)})
     from generate_series(1, ${many}) as n cross join (values ('dashboard'), ('support')) as two (desk)`,
  )
}

/** Copies the work that waits for support, of many merchants. */
async function copySupport(query: Query, { merchantId, small, many }: Lists): Promise<void> {
  const own = `original.merchant_id = '${merchantId}'`
  const merchant = copyId('merchant')
  await copyRows(query, {
    ...{ table: 'merchants', where: own, count: many, set: { merchant_id: merchant, name: `rpad(n::text, 255, '"')` } },
  })
  const agent = '(select id from agents limit 1)'
  await query(
    `insert into admin_requests (merchant_id, id, email, state, requested_by, requested_name, requested_at, ends_at)
     select ${merchant}, ${copyId('admin request')}, rpad('x@', 254, 'x'), 'waiting', ${agent}, ${longest(254)}, statement_timestamp(),
       statement_timestamp() + interval '30 days' from generate_series(1, ${many}) as n`,
  )
  await query(
    `insert into return_requests (merchant_id, id, payment_id, is_test, currency, amount_minor, seen_minor, reason, state, asked_by, asked_name, asked_at, in_sandbox)
     select '${merchantId}', ${copyId('return request')}, ${payment}, false, 'AED', 100, 100, ${longest(2_000)}, 'waiting', ${agent}, ${longest(254)},
       statement_timestamp(), true from generate_series(1, ${many}) as n`,
  )
  await query(
    `insert into returns (merchant_id, id, payment_id, charge_id, version, is_test, currency, amount_minor, state, created_at, settled_at, checks)
     select '${merchantId}', ${copyId('return')}, ${payment}, ${copyId('charge')}, 3, false, 'AED', 100, 'failed', statement_timestamp() - ${earlier},
       statement_timestamp(), 1 from generate_series(1, ${many}) as n`,
  )
  await copyRows(query, {
    ...{ table: 'charges', where: `${own} and payment_id = '${small['payments']?.['id']}'`, count: many },
    set: {
      ...{ id: copyId('void'), payment_id: payment, session_id: 'null', state: `'to_give_back'`, kind: `'early'` },
      ...{
        created_at: `original.created_at - interval '60 days'`,
        arrived_at: 'null',
        resolve_at: `statement_timestamp() + interval '1 year'`,
        due_at: 'null',
      },
    },
  })
}
