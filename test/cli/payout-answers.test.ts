import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type ExportedLine, parseJournal, shown } from '../support/ledger-export.ts'
import { dateOf, linesOf, openProduction, postedFor } from '../support/payouts.ts'

const production = await openProduction()
const folder = mkdtempSync(join(tmpdir(), 'qist-answers-'))
after(async () => {
  await production.close()
  rmSync(folder, { recursive: true, force: true })
})
const { api, app, qist } = production

let files = 0
function fileOf(text: string): string {
  files += 1
  const file = join(folder, `answer-${files}.csv`)
  writeFileSync(file, text)
  return file
}

const confirm = (text: string, ...args: string[]) => qist('payouts', 'confirm', fileOf(text), ...args)

/** Exported payouts of new merchants. */
async function newExported(count: number): Promise<string[]> {
  const references: string[] = []
  for (let made = 0; made < count; made += 1) {
    references.push(await production.newPayout(await production.newMerchant()))
  }
  const { stdout } = await qist('payouts', 'export')
  assert.equal(linesOf(stdout).length, count)
  return references
}

const states = () => api.service.database.query('select reference, state, paid_at from payouts order by reference')

test("a bank's answer with any error confirms nothing and names the lines", async () => {
  const [good = '', other = ''] = await newExported(2)
  const held = await production.newPayout(await production.newMerchant(''))
  const before = await states()
  const lines = [
    'date,reference,amount',
    `${dateOf(-1)},${good},100.00`,
    `${dateOf(-1)},QISTNOBODY000000,`,
    `${dateOf(2)},${other},100.00`,
    `2020-01-01,${other},`,
    `soon,${other},`,
    `${dateOf(-1)},${other},99.99`,
    `${dateOf(-1)},${held},100.00`,
    `${dateOf(-2)},${good},`,
    `${dateOf(-2)},${good}`,
  ]
  const { code, stdout, stderr } = await confirm(lines.join('\r\n'))
  assert.deepEqual([code, stdout], [1, ''])
  assert.deepEqual(stderr.split('\n'), [
    'line 3: QISTNOBODY000000: no payout has this reference',
    `line 4: ${other}: ${dateOf(2)} is in the future`,
    `line 5: ${other}: 2020-01-01 is before the payout was made`,
    `line 6: ${other}: soon is no date such as 2026-03-01 or 2026-03-01T10:00:00Z`,
    `line 7: ${other}: the amount is 100.00 AED, and not 99.99`,
    `line 8: ${held}: this payout was never exported`,
    `line 9: ${good}: the same reference was confirmed with another date before, ${dateOf(-1)}`,
    'line 10: there are 2 cells, and the header has 3',
    'Nothing was confirmed.',
    '',
  ])
  const json = await confirm(lines.slice(0, 3).join('\n'), '--json')
  assert.equal(json.code, 1)
  const problem = { line: 3, reference: 'QISTNOBODY000000', problem: 'no payout has this reference' }
  assert.deepEqual(JSON.parse(json.stdout), { confirmed: [], confirmed_before: [], problems: [problem] })
  assert.deepEqual(await states(), before)
  assert.deepEqual(await postedFor(production, good), [])
})

test('unreadable files and wrong arguments are one line', async () => {
  const before = await states()
  for (const [args, problem] of [
    [[join(folder, 'none.csv')], /^qist: .*none\.csv: there is no such file or folder\n$/],
    [[folder], /^qist: .*: this is a folder and no file\n$/],
    [[], /^error: name the bank's file, or --reference and --date\n/],
    [['--reference', 'QISTA'], /^error: name the bank's file/],
    [[fileOf(''), '--reference', 'QISTA', '--date', '2026-03-02'], /^error: name the bank's file/],
    [[fileOf('')], /^line 1: the header must name reference and date, with commas between\nNothing was confirmed\.\n$/],
    [
      ['--reference', 'QISTA', '--date', '2026-03-02'],
      /^QISTA: no payout has this reference\nNothing was confirmed\.\n$/,
    ],
  ] as const) {
    const { code, stdout, stderr } = await qist('payouts', 'confirm', ...args)
    assert.deepEqual([code, stdout], [1, ''], stderr)
    assert.match(stderr, problem)
  }
  assert.deepEqual(await states(), before)
})

test('an answer may come by standard input, and the rest by a later one', async () => {
  const [first = '', second = ''] = await newExported(2)
  const root = join(import.meta.dirname, '..', '..')
  const env = { ...process.env, DATABASE_URL: api.service.database.url, DATA_DIR: app.config.dataDir }
  const child = spawn(process.execPath, [join(root, 'bin', 'qist.js'), 'payouts', 'confirm', '-'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin.end(`reference,date\n${first},${dateOf(-1)}\n`)
  assert.equal(await new Promise((resolve) => child.on('close', resolve)), 0)
  const both = await confirm(`reference,date\n${first},${dateOf(-1)}\n${second},${dateOf(-1)}\n`, '--json')
  assert.deepEqual(JSON.parse(both.stdout), { confirmed: [second], confirmed_before: [first], problems: [] })
  const one = await qist('payouts', 'confirm', '--reference', second.toLowerCase(), '--date', dateOf(-3))
  assert.deepEqual([one.code, one.stdout], [0, `${second} was confirmed before.\n0 payouts confirmed.\n`])
  for (const reference of [first, second]) {
    assert.deepEqual(await postedFor(production, reference), [
      'merchant_paid_out payout -10000',
      'merchant payout 10000',
    ])
  }
})

test('the journal has a payout in the day on which the bank paid it, by the date of its answer', async () => {
  const merchant = await production.newMerchant()
  const reference = await production.newPayout(merchant, '100.00')
  const journal = async (): Promise<ExportedLine[]> => {
    const period = ['--from', dateOf(-60), '--to', dateOf(1), '--merchant', merchant.id]
    const { code, stdout, stderr } = await qist('journal', ...period)
    assert.deepEqual([code, stderr], [0, ''])
    return parseJournal(stdout)
  }
  assert.equal((await qist('payouts', 'export')).code, 0)
  const before = await journal()
  assert.ok(before.length > 0 && before.every(({ cause }) => cause !== 'payout'))
  const confirmed = await qist('payouts', 'confirm', '--reference', reference, '--date', dateOf(-3))
  assert.equal(confirmed.code, 0, confirmed.stderr)
  const lines = await journal()
  const paid = `${dateOf(-3)} payout`
  assert.deepEqual(shown(lines), [
    ...shown(before),
    `${paid} merchant_payable 100.00`,
    `${paid} merchant_paid_out -100.00`,
  ])
})
