import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { checkIntegrity } from '../../src/money/payments/integrity/check-integrity.ts'
import type { Finding } from '../../src/platform/base/finding.ts'
import { runQist } from '../../testkit/command.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: Shop
let id: string

before(async () => {
  service = await startTestService()
  shop = openShop(service.urls.uae, demoKey(1))
  // One payment with all kinds of events, beside others in every state.
  id = await shop.authorizedPayment('340.00')
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '100.00', reference_id: 'c1' })
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '240.00', reference_id: 'c2' })
  await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '300.00', reference_id: 'r1' })
  await shop.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id: 'other' } })
  await shop.createdPayment()
  const closed = await shop.authorizedPayment('10.01')
  await shop.call('POST', `/api/v2/payments/${closed}/close`)
})
after(() => service.close())

const doctor = (...args: string[]) => runQist(service.database.url, service.app.config.dataDir, 'doctor', ...args)

test('the doctor exits 0 while every payment agrees with its ledger and timeline', async () => {
  const { code, stdout } = await doctor()
  assert.match(stdout, /3 payments examined, 0 do not agree/)
  assert.equal(code, 0)
})

test('the doctor names a payment that was changed by one minor unit, and exits 1', async () => {
  await tampered('update payment_timeline set amount_minor = amount_minor + 1 where version = 3', async () => {
    const { code, stdout } = await doctor()
    assert.ok(stdout.includes(id), stdout)
    assert.equal(code, 1)
    const json = await doctor('--json')
    assert.equal(JSON.parse(json.stdout).findings[0].paymentId, id)
  })
})

test('the doctor writes its findings for Prometheus, into a complete file', async () => {
  const file = join(service.app.config.dataDir, 'qist.prom')
  await tampered('update payment_timeline set amount_minor = amount_minor + 1 where version = 3', async () => {
    assert.equal((await doctor('--metrics', file)).code, 1)
    assert.match(readFileSync(file, 'utf8'), /^qist_doctor_wrong [1-9]/m)
  })
  assert.equal((await doctor('--metrics', file)).code, 0)
  const text = readFileSync(file, 'utf8')
  assert.match(text, /^qist_doctor_wrong 0$/m)
  const finishedAt = Number(/^qist_doctor_finished_timestamp_seconds (\S+)$/m.exec(text)?.[1])
  assert.ok(Math.abs(Date.now() / 1000 - finishedAt) < 600)
  // Readable with any umask, because the node exporter runs as another user.
  assert.equal(statSync(file).mode & 0o777, 0o644)
  const refused = await doctor('--metrics', join(file, 'below-a-file'))
  assert.equal(refused.code, 1)
  assert.match(refused.stdout, /Everything agrees/)
  assert.match(refused.stderr, /^qist: What was found cannot be written for Prometheus: ENOTDIR[^\n]*\n$/)
})

test('the doctor names a plan whose charges and returns do not add up, and a changed risk decision', async () => {
  const [charge] = await service.database.query(`select id from charges where state = 'approved' limit 1`)
  const broken = [
    `update charges set amount_minor = amount_minor + 1 where id = '${charge?.['id']}'`,
    `update charges set state = 'open', resolve_at = now() + interval '1 day' where id = '${charge?.['id']}'`,
    `update returns set amount_minor = amount_minor + 1`,
    `update returns set state = 'failed', settled_at = now(), resolve_at = null`,
    `delete from collections`,
    `update collections set charge_id = id, due_at = null`,
    `update sessions set rejection_reason = 'not_available'`,
    `update sessions set decision = '{"outcome":"rejected","reason":null,"rules":[]}'`,
  ]
  for (const change of broken) {
    await tampered(change, async () => {
      const { code, stdout } = await doctor('--json')
      const { findings, decisions } = JSON.parse(stdout)
      assert.ok(findings.length + decisions.length > 0, change)
      assert.equal(code, 1, change)
    })
  }
})

const changes = [
  'update payments set amount_minor = amount_minor + 1',
  'update payments set captured_minor = captured_minor - 1',
  'update payments set refunded_minor = refunded_minor - 1',
  'update payments set paid_minor = paid_minor + 1',
  'update payments set status = $$AUTHORIZED$$',
  'update payments set version = version + 1',
  'update payment_timeline set amount_minor = amount_minor - 1 where move = $$refund$$',
  'update ledger_entries set amount_minor = amount_minor + 1 where account = $$merchant$$ and version = 3',
  'update ledger_entries set amount_minor = amount_minor * 2 where version = 3',
  'update ledger_entries set currency = $$SAR$$',
  'delete from ledger_entries where version = 5',
  'update payment_timeline set amount_minor = amount_minor + 1 where version = 4',
  'delete from payment_timeline where version = 3',
  'update payment_timeline set status_after = $$CLOSED$$ where version = 3',
  'delete from notifications where sequence = 2',
]
for (const change of changes) {
  test(`the doctor finds: ${change}`, async () => {
    const [, table = ''] = /^(?:update|delete from) (\w+)/.exec(change) ?? []
    const key = { payments: 'id', ledger_entries: 'source_id' }[table] ?? 'payment_id'
    const where = `${key} = '${id}'`
    await tampered(`${change} ${change.includes(' where ') ? 'and' : 'where'} ${where}`, async () => {
      assert.deepEqual(
        (await examined()).map((finding) => finding.paymentId),
        [id],
      )
    })
    assert.deepEqual(await examined(), [])
  })
}

async function examined(): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const progress of checkIntegrity(service.app)) findings.push(...progress.findings)
  return findings
}

test('the doctor finds a wrong count of a list, and repairs it on request', async () => {
  await service.database.query('update payment_counts set count = count + 1; delete from payment_count_changes')
  const wrong = await doctor()
  assert.match(wrong.stdout, /of captured test payments of the day from 2026-03-01T00:00:00.000Z the counts miss 1\n/)
  assert.match(wrong.stdout, /run the doctor with --recount/)
  assert.equal(wrong.code, 1)
  const mended = await doctor('--recount')
  assert.deepEqual([mended.code, (await doctor('--json')).code], [0, 0])
})

test('the doctor finds wrong search terms of a payment, and repairs them on request', async () => {
  await service.database.query(
    `update payment_search_terms set term = 'rplanted' where payment_id = '${id}' and term like 'r%';
     delete from payment_search_terms where payment_id = '${id}' and term like 'p%'`,
  )
  const wrong = await doctor()
  assert.match(wrong.stdout, /is found by the order reference "planted", which it has not/)
  assert.match(wrong.stdout, /is not found by its phone/)
  assert.match(wrong.stdout, /run the doctor with --reindex/)
  assert.equal(wrong.code, 1)
  const mended = await doctor('--reindex')
  assert.deepEqual([mended.code, (await doctor('--json')).code], [0, 0])
})

/** Runs the check with the change, then restores all rows. */
async function tampered(change: string, check: () => Promise<void>): Promise<void> {
  const tables = [
    'payments',
    'ledger_entries',
    'payment_timeline',
    'notifications',
    'charges',
    'returns',
    'collections',
    'sessions',
  ]
  await service.database.query(tables.map((table) => `create table kept_${table} as table ${table};`).join(''))
  await service.database.query(change)
  try {
    await check()
  } finally {
    for (const table of tables) await putBack(table)
  }
}

// Generated columns cannot be written.
async function putBack(table: string): Promise<void> {
  const rows = await service.database.query(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = '${table}' and is_generated = 'NEVER'`,
  )
  const columns = rows[0]?.['columns']
  await service.database.query(
    `truncate ${table}; insert into ${table} (${columns}) select ${columns} from kept_${table}; drop table kept_${table}`,
  )
}
