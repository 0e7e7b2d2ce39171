import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { exportPayouts, PerhapsExported } from '../../src/money/settlements/payouts/export-payouts.ts'
import type { App } from '../../src/platform/app/app.ts'
import { DeadlinePassed } from '../../src/platform/base/deadline.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { dateOf, iban, linesOf, openProduction, postedFor } from '../support/payouts.ts'

const production = await openProduction()
const folder = mkdtempSync(join(tmpdir(), 'qist-payouts-'))
after(async () => {
  await production.close()
  rmSync(folder, { recursive: true, force: true })
})
const { api, app, qist } = production
const { clock } = api.service
const exported = (...args: string[]) => qist('payouts', 'export', ...args)
const setStore = (id: string, ...args: string[]) => qist('store', 'set', '--merchant', id, '--code', 'main', ...args)

/** The payout's members in `list --json`. */
// biome-ignore lint/suspicious/noExplicitAny: a reader of JSON looks into whatever comes
async function listed(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await qist('payouts', 'list', '--json', ...args)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

test('payouts of a day: exported once, again only on request, and paid when the bank confirms', async () => {
  const merchant = await production.newMerchant()
  await setStore(merchant.id, '--fee-percent', '5', '--fee-vat-percent', '5')
  const reference = await production.newPayout(merchant, '340.00')
  const [pending] = (await listed('--merchant', merchant.id)).payouts
  assert.deepEqual(
    [pending.reference, pending.state, pending.amount, pending.mode, pending.held, pending.beneficiary],
    [reference, 'pending', '322.15', 'live', null, null],
  )

  const first = await exported()
  assert.deepEqual([first.code, linesOf(first.stdout)], [0, [`${reference},Shop LLC,${iban.ae},322.15,AED,main`]])
  assert.equal(first.stderr, '1 payout exported.\n')
  const second = await exported()
  assert.deepEqual([second.code, linesOf(second.stdout)], [0, []])
  assert.match(second.stderr, /^There is nothing to export.\n1 payout exported earlier and not confirmed: .*--again/)

  await setStore(merchant.id, '--beneficiary-name', 'Shop Trading LLC', '--beneficiary-iban', iban.sa)
  const again = await exported('--again')
  assert.deepEqual(linesOf(again.stdout), [`${reference},Shop Trading LLC,${iban.sa},322.15,AED,main`])

  const answer = join(folder, 'answer.csv')
  writeFileSync(answer, `\ufeffDate,fee,Reference,amount\n${dateOf(-1)},0.00,${reference.toLowerCase()},322.15\n`)
  const confirmed = await qist('payouts', 'confirm', answer)
  assert.deepEqual([confirmed.code, confirmed.stdout, confirmed.stderr], [0, '1 payout confirmed.\n', ''])
  const before = await listed('--merchant', merchant.id)
  const repeated = await qist('payouts', 'confirm', answer)
  assert.deepEqual([repeated.code, repeated.stdout], [0, `${reference} was confirmed before.\n0 payouts confirmed.\n`])
  assert.deepEqual(await listed('--merchant', merchant.id), before)
  const [paid] = before.payouts
  assert.deepEqual([paid.state, paid.paid_at.slice(0, 10)], ['paid', dateOf(-2)])
  assert.deepEqual(paid.beneficiary, { name: 'Shop Trading LLC', iban: iban.sa })
  assert.deepEqual(await postedFor(production, reference), ['merchant_paid_out payout -32215', 'merchant payout 32215'])
  assert.deepEqual(linesOf((await exported('--again')).stdout), [])
})

test('the payout of a store without an IBAN is blocked, reported, and exported after the IBAN is set', async () => {
  const merchant = await production.newMerchant('', '')
  const reference = await production.newPayout(merchant)
  const shown = await listed('--merchant', merchant.id)
  assert.equal(shown.payouts[0].held, 'no beneficiary IBAN')
  const store = { merchant_id: merchant.id, merchant_code: 'main', mode: 'live', amount: '100.00', currency: 'AED' }
  assert.deepEqual(shown.held, [{ ...store, why: 'no beneficiary IBAN', payouts: 1 }])
  const table = await qist('payouts', 'list', '--code', 'MAIN', '--state', 'pending')
  assert.match(table.stdout, new RegExp(`${reference} +100.00 AED +pending: no beneficiary IBAN`))
  assert.match(table.stdout, /\n\nNot paid:\nwhy .*\nno beneficiary IBAN +100\.00 AED +1 payout/)
  const held = await exported()
  assert.deepEqual([held.code, linesOf(held.stdout)], [0, []])
  assert.match(held.stderr, new RegExp(`held: no beneficiary IBAN: ${reference}, 100.00 AED, for main of merchant `))
  await setStore(merchant.id, '--beneficiary-name', 'Late LLC', '--beneficiary-iban', iban.ae)
  assert.deepEqual(linesOf((await exported()).stdout), [`${reference},Late LLC,${iban.ae},100.00,AED,main`])
  // The IBAN is removed: an exported payout is not exported again.
  await setStore(merchant.id, '--beneficiary-iban', '')
  const again = await exported('--again')
  assert.deepEqual(linesOf(again.stdout), [])
  assert.match(again.stderr, new RegExp(`held: no beneficiary IBAN: ${reference}`))
  assert.equal((await qist('payouts', 'confirm', '--reference', reference, '--date', dateOf(-1))).code, 0)
})

test('a zero or negative settlement is shown as not paid, with the carried amount', async () => {
  const merchant = await production.newMerchant()
  const id = await production.sell(merchant.live, '100.00')
  await production.passDay()
  await merchant.live.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '30.00' })
  await production.passDay()
  const store = { merchant_id: merchant.id, merchant_code: 'main', mode: 'live', amount: '-30.00', currency: 'AED' }
  const { held, payouts } = await listed('--merchant', merchant.id, '--mode', 'live')
  assert.deepEqual(held, [{ ...store, why: 'owed nothing or less', days: 1 }])
  assert.equal(payouts.length, 1)
  assert.deepEqual(await listed('--merchant', merchant.id, '--mode', 'test'), { payouts: [], held: [] })
})

test('payouts of test mode are paid by the service in production and never exported', async () => {
  const merchant = await production.newMerchant()
  await production.sell(merchant.test, '50.00')
  await production.passDay()
  const { payouts } = await listed('--merchant', merchant.id)
  assert.deepEqual([payouts[0].state, payouts[0].mode, payouts[0].exported_at], ['paid', 'test', null])
  assert.doesNotMatch((await exported('--again')).stdout, new RegExp(payouts[0].reference))
})

test('payouts list: newest first, up to the limit, with a hint if there are more', async () => {
  const merchant = await production.newMerchant()
  const references = [await production.newPayout(merchant), await production.newPayout(merchant)]
  const both = await listed('--merchant', merchant.id)
  assert.deepEqual(
    both.payouts.map(({ reference }: { reference: string }) => reference),
    references.reverse(),
  )
  const one = await qist('payouts', 'list', '--merchant', merchant.id, '--limit', '1')
  assert.match(one.stderr, /more payouts than these 1: --limit shows more/)
  const nobody = await qist('payouts', 'list', '--merchant', '00000000-0000-4000-8000-000000000000')
  assert.deepEqual([nobody.code, nobody.stderr], [1, 'qist: no such merchant\n'])
})

test('the export escapes formulas, and keeps commas, quotes and other scripts', async () => {
  const evil = await production.newMerchant(iban.ae, '=HYPERLINK("http://x.test","pay")')
  await api.service.database.query(`update stores set merchant_code = '@sum' where merchant_id = '${evil.id}'`)
  const arabic = await production.newMerchant(iban.sa, 'متجر, "سارة" ذ.م.م')
  const quoted = await production.newPayout(arabic)
  await api.service.database.query(`update stores set merchant_code = 'main' where merchant_id = '${evil.id}'`)
  const run = await production.newPayout(evil)
  await api.service.database.query(`update stores set merchant_code = '@sum' where merchant_id = '${evil.id}'`)
  const out = join(folder, 'formulas.csv')
  const { code, stdout } = await exported('--out', out)
  assert.deepEqual([code, stdout], [0, ''])
  assert.equal((statSync(out).mode & 0o777).toString(8), '600', 'names and IBANs are for nobody else on the machine')
  assert.deepEqual(linesOf(readFileSync(out, 'utf8')).slice(-2), [
    `${quoted},"متجر, ""سارة"" ذ.م.م",${iban.sa},100.00,AED,main`,
    `${run},"'=HYPERLINK(""http://x.test"",""pay"")",${iban.ae},100.00,AED,'@sum`,
  ])
})

test('a file that cannot be written changes no payout and leaves no file', async () => {
  const merchant = await production.newMerchant()
  const reference = await production.newPayout(merchant)
  const taken = join(folder, 'taken.csv')
  writeFileSync(taken, 'not sent yet')
  mkdirSync(join(folder, 'folder'))
  for (const [out, problem] of [
    [join(folder, 'none', 'x.csv'), 'there is no such file or folder'],
    [taken, 'there is a file of this name already; it may not have been sent yet'],
    [join(folder, 'folder'), 'there is a file of this name already; it may not have been sent yet'],
  ] as const) {
    const { code, stderr } = await exported('--out', out)
    assert.deepEqual([code, stderr], [1, `qist: ${out}: ${problem}\n`])
  }
  assert.equal(readFileSync(taken, 'utf8'), 'not sent yet')
  if (existsSync('/dev/full')) {
    const root = join(import.meta.dirname, '..', '..')
    const env = { ...process.env, DATABASE_URL: api.service.database.url, DATA_DIR: app.config.dataDir }
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [join(root, 'bin', 'qist.js'), 'payouts', 'export'], {
      env,
      stdio: ['ignore', full, 'ignore'],
    })
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 1)
  }
  assert.deepEqual(await production.payoutsOf(merchant), [`${reference} pending 10000`])

  const fail = () => Promise.reject(new Error('the disk is gone'))
  const rows = () => api.service.database.query(`select * from payouts where merchant_id = '${merchant.id}'`)
  const pending = await rows()
  await assert.rejects(exportPayouts(app, { isAgain: false, requestedAt: clock.now() }, fail), /the disk is gone/)
  assert.deepEqual(await rows(), pending)
  assert.match((await exported()).stdout, new RegExp(reference))
  const before = await rows()
  await setStore(merchant.id, '--beneficiary-name', 'Other LLC')
  await assert.rejects(exportPayouts(app, { isAgain: true, requestedAt: Date.now() }, fail), /the disk is gone/)
  assert.deepEqual(await rows(), before)
})

/** Simulates a second shard that fails like this; the payouts are in the first. */
function withFailingShard(failure: Error, more: Partial<Db> = {}): App {
  const eachShard: Db['eachShard'] = async (work) => {
    await work(app.db)
    throw failure
  }
  return { ...app, db: { ...app.db, eachShard, ...more } }
}

test('an export that fails in one shard changes no payout, or warns that it may have', async () => {
  const merchant = await production.newMerchant()
  const reference = await production.newPayout(merchant)
  const request = { isAgain: false, requestedAt: clock.now() }
  const write = () => assert.fail('nothing is to be written')
  const rows = () => api.service.database.query(`select * from payouts where merchant_id = '${merchant.id}'`)
  const pending = await rows()

  const refused = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  await assert.rejects(exportPayouts(withFailingShard(refused), request, write), (error) => error === refused)
  assert.deepEqual(await rows(), pending)

  // Whether the second shard has marked its payouts is unknown.
  const lost = new DeadlinePassed('the database did not answer')
  const isPerhaps = (error: unknown) => error instanceof PerhapsExported && error.cause === lost
  await assert.rejects(exportPayouts(withFailingShard(lost), request, write), isPerhaps)
  assert.deepEqual(await rows(), pending)

  const gone = { run: () => Promise.reject(new Error('the database is gone')) }
  await assert.rejects(exportPayouts(withFailingShard(lost, gone), request, write), isPerhaps)
  assert.deepEqual(await production.payoutsOf(merchant), [`${reference} exported 10000`])
  assert.match((await exported('--again')).stdout, new RegExp(reference))
})

test('a commit with a lost answer is reverted', async () => {
  const merchant = await production.newMerchant()
  const reference = await production.newPayout(merchant)
  const lost = new DeadlinePassed('the database did not answer')
  const transaction: Db['transaction'] = async (work, limitMs) => {
    await app.db.transaction(work, limitMs)
    throw lost
  }
  const cut: App = { ...app, db: { ...app.db, eachShard: async (work) => [await work({ ...app.db, transaction })] } }
  const failing = exportPayouts(cut, { isAgain: false, requestedAt: clock.now() }, () =>
    assert.fail('nothing is to be written'),
  )
  await assert.rejects(failing, (error) => error instanceof PerhapsExported && error.cause === lost)
  assert.deepEqual(await production.payoutsOf(merchant), [`${reference} pending 10000`])
})

test('a connection that is cut while payouts are marked: the command warns, and names the way to find them', async () => {
  const merchant = await production.newMerchant()
  const reference = await production.newPayout(merchant)
  await api.service.database.query(`
    create function cut_off() returns trigger language plpgsql security definer as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger cut_off before update on payouts for each row execute function cut_off()`)
  const { code, stdout, stderr } = await exported()
  await api.service.database.query('drop trigger cut_off on payouts; drop function cut_off')
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^payouts may be marked as exported .*: once the database answers, .* --again has them\.$/m)
  assert.match((await exported('--again')).stdout, new RegExp(reference))
})
