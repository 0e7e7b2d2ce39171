import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { confirmPayouts } from '../../src/money/settlements/payouts/confirm-payouts.ts'
import { exportPayouts } from '../../src/money/settlements/payouts/export-payouts.ts'
import { minute } from '../../src/platform/base/times.ts'
import { dateOf, linesOf, openProduction, postedFor } from '../support/payouts.ts'

const production = await openProduction()
const folder = mkdtempSync(join(tmpdir(), 'qist-payouts-'))
after(async () => {
  await production.close()
  rmSync(folder, { recursive: true, force: true })
})
const { api, app, qist } = production
const { clock } = api.service
const times = [1, 2, 3, 4, 5]
let references: string[] = []

before(async () => {
  for (let made = 0; made < 6; made += 1) {
    references.push(await production.newPayout(await production.newMerchant()))
  }
  references = references.sort()
})

/** The references of concurrent exports. */
const referencesIn = (files: readonly string[]): string[] =>
  files.flatMap((file) => linesOf(file).map((line) => line.split(',')[0] ?? '')).sort()

test('concurrent exports have each payout once in total', async () => {
  const outs = times.slice(2).map((number) => join(folder, `${number}.csv`))
  const results = await Promise.all(outs.map((out) => qist('payouts', 'export', '--out', out)))
  for (const { code, stderr } of results) assert.equal(code, 0, stderr)
  assert.deepEqual(referencesIn(outs.map((out) => readFileSync(out, 'utf8'))), references)
})

test('concurrent repeated exports have each payout once in total; later ones have all again', async () => {
  clock.set(Date.now() + minute)
  const files: string[] = []
  const again = () =>
    exportPayouts(app, { isAgain: true, requestedAt: clock.now() }, async (csv) => void files.push(csv)).then(
      () => files,
    )
  await Promise.all(times.map(again))
  assert.equal(files.length, times.length)
  assert.deepEqual(referencesIn(files), references)
  clock.advance(1)
  assert.deepEqual(referencesIn((await again()).slice(-1)), references)
})

test('concurrent bank answers pay each payout once', async () => {
  const answer = join(folder, 'answer.csv')
  writeFileSync(answer, ['reference,date', ...references.map((reference) => `${reference},${dateOf(-1)}`)].join('\n'))
  const processes = times.slice(3).map(() => qist('payouts', 'confirm', answer, '--json'))
  const lines = references.map((reference) => ({ line: null, reference, date: dateOf(-1), amount: null }))
  const here = times.map(() => confirmPayouts(app, { lines, problems: [] }))
  const confirmed = [
    ...(await Promise.all(processes)).flatMap(({ stdout }) => JSON.parse(stdout).confirmed),
    ...(await Promise.all(here)).flatMap((judged) => judged.confirmed.map(({ payout }) => payout.reference)),
  ]
  assert.deepEqual(confirmed.sort(), references)
  for (const reference of references) {
    assert.deepEqual(await postedFor(production, reference), [
      'merchant_paid_out payout -10000',
      'merchant payout 10000',
    ])
  }
})

test('a payout that the bank has confirmed stays paid, even if its file fails', async () => {
  const merchant = await production.newMerchant()
  const reference = await production.newPayout(merchant)
  const date = new Date(clock.now()).toISOString().slice(0, 10)
  const lines = [{ line: null, reference, date, amount: null }]
  const request = { isAgain: false, requestedAt: clock.now() }
  const failing = exportPayouts(app, request, async () => {
    await confirmPayouts(app, { lines, problems: [] })
    throw new Error('the disk is gone')
  })
  await assert.rejects(failing, /the disk is gone/)
  assert.deepEqual(await production.payoutsOf(merchant), [`${reference} paid 10000`])
})
