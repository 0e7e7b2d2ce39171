import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { storedAccounts } from '../../src/money/ledger/entries.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { exportJournal, journalHeader, parseJournal, runJournal } from '../support/ledger-export.ts'
import { newPayingMerchant } from '../support/settlements.ts'

let api: TestApi
let merchantId: string
const folder = mkdtempSync(join(tmpdir(), 'qist-journal-'))
const days = ['--from', '2026-03-01', '--to', '2026-03-02']

before(async () => {
  api = await openTestApi()
  const { id, live } = await newPayingMerchant(api)
  merchantId = id
  await live.capturedPayment('340.00')
})
after(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const journal = (...args: string[]) => runJournal(api.service, ...args)

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const accounts = ['card_clearing', 'customer_receivable', 'merchant_payable', 'fee_income', 'fee_vat_payable']
const chartOf = (names: readonly string[]): string =>
  ['account,code,name', ...names.map((name, index) => `${name},${1000 + index},"The ""${name}"", ours"`)].join('\n')

test('a chart replaces accounts and names, and changes no amount and no id', async () => {
  const own = await exportJournal(api.service, ...days)
  assert.equal(own.find(({ account }) => account === 'fee_vat_payable')?.account_name, 'Fee VAT payable')
  const chart = write('chart.csv', `\ufeff${chartOf(accounts).replaceAll('\n', '\r\n')}\r\n`)
  const lines = await exportJournal(api.service, ...days, '--chart', chart)
  assert.deepEqual(
    lines,
    own.map((line) => ({
      ...line,
      account: String(1000 + accounts.indexOf(line.account)),
      account_name: `The "${line.account}", ours`,
    })),
  )
  // A code may stand for several accounts.
  const one = write('one.csv', `account,code,name\n${accounts.map((account) => `${account},1000,All\n`).join('')}`)
  const all = await exportJournal(api.service, ...days, '--chart', one)
  assert.deepEqual([...new Set(all.map(({ account, account_name }) => `${account} ${account_name}`))], ['1000 All'])
})

test('an account that occurs must be in the chart; one that does not occur may be missing', async () => {
  const chart = write('some.csv', chartOf(accounts.slice(0, 3)))
  const out = join(folder, 'none.csv')
  for (const args of [[], ['--out', out]]) {
    const { code, stdout, stderr } = await journal(...days, '--chart', chart, ...args)
    const sentence = 'fee_income, fee_vat_payable must be there, because there are entries of it'
    assert.deepEqual([code, stdout, stderr], [1, '', `qist: ${chart}: ${sentence}\n`])
  }
  assert.ok(!existsSync(out))
  assert.equal((await journal('--from', '2026-02-01', '--to', '2026-03-01', '--chart', chart)).code, 0)
})

test('a wrong chart is refused with its line', async () => {
  const known = Object.keys(storedAccounts).join(', ')
  for (const [text, sentence] of [
    ['', 'the first line must be account,code,name'],
    ['account;code;name\n', 'the first line must be account,code,name'],
    ['account,code\nfee_income,1\n', 'the first line must be account,code,name'],
    ['account,code,name\nfee_income,1,A\nfees,2,B\n', `line 3: there is no account "fees": the accounts are ${known}`],
    [
      'account,code,name\nfee_income,1,A\n\nfee_income,2,B\n',
      'line 4: account fee_income is there for the second time',
    ],
    ['account,code,name\nfee_income,,A\n', 'line 2: account fee_income has no code'],
    ['account,code,name\nfee_income,1\n', 'line 2: there are 2 cells instead of 3'],
    ['account,code,name\nfee_income,"1\n', 'this is no CSV: '],
  ] as const) {
    const chart = write('wrong.csv', text)
    const { code, stdout, stderr } = await journal(...days, '--chart', chart)
    assert.deepEqual([code, stdout], [1, ''], text)
    assert.ok(stderr.startsWith(`qist: ${chart}: ${sentence}`), stderr)
    assert.equal(stderr.split('\n').length, 2, stderr)
  }
})

test('no movements: the header alone', async () => {
  for (const args of [
    ['--from', '2026-02-01', '--to', '2026-03-01'],
    ['--from', '2026-03-01', '--to', '2026-03-01'],
    [...days, '--mode', 'test'],
    [...days, '--merchant', (await api.newMerchant()).id],
  ]) {
    const { code, stdout, stderr } = await journal(...args)
    assert.deepEqual([code, stdout, stderr], [0, `${journalHeader}\r\n`, ''], args.join(' '))
  }
})

test('wrong arguments and files are refused, and print nothing', async () => {
  mkdirSync(join(folder, 'folder'))
  const missing = join(folder, 'no', 'file.csv')
  for (const [args, message] of [
    [['--from', '2026-03-01'], /required option '--to <date>'/],
    [['--to', '2026-03-01'], /required option '--from <date>'/],
    [['--from', '2026-02-30', '--to', '2026-03-01'], /Not a date such as 2026-03-01/],
    [['--from', '2026-03-01', '--to', '2026-03-02T00:00:00Z'], /Not a date such as 2026-03-01/],
    [['--from', '2026-03-02', '--to', '2026-03-01'], /--to must not be before --from/],
    [[...days, '--merchant', '00000000-0000-4000-8000-000000000000'], /^qist: no such merchant\n$/],
    [[...days, '--merchant', 'x'], /Not a UUID/],
    [[...days, '--mode', 'both'], /Allowed choices are test, live/],
    [[...days, '--chart', missing], /^qist: .*file\.csv: there is no such file or folder\n$/],
    [[...days, '--chart', folder], /^qist: .*: this is a folder and no file\n$/],
    [[...days, '--out', missing], /^qist: .*file\.csv: there is no such file or folder\n$/],
    [[...days, '--out', join(folder, 'folder')], /^qist: .*folder: this is no file that can be replaced\n$/],
    [[...days, '--out', '/dev/null'], /^qist: \/dev\/null: this is no file that can be replaced\n$/],
  ] as const) {
    const { code, stdout, stderr } = await journal(...args)
    assert.deepEqual([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /\n\s+at /)
  }
})

test('--out: the file has the bytes of the standard output, replaces an earlier file, and is for its owner', async () => {
  const { stdout } = await journal(...days, '--merchant', merchantId)
  assert.ok(parseJournal(stdout).length > 0)
  const own = mkdtempSync(join(folder, 'out-'))
  const [out, link] = [join(own, 'journal.csv'), join(own, 'link.csv')]
  writeFileSync(out, 'an earlier export')
  symlinkSync(out, link)
  // A command that was killed has left this.
  writeFileSync(`${out}.partial-99999999`, journalHeader)
  for (const path of [out, link]) {
    const { code, stdout: printed, stderr } = await journal(...days, '--merchant', merchantId, '--out', path)
    assert.deepEqual([code, printed, stderr], [0, '', ''])
  }
  assert.equal(readFileSync(out, 'utf8'), stdout)
  assert.equal((statSync(out).mode & 0o777).toString(8), '600')
  assert.deepEqual(readdirSync(own).toSorted(), ['journal.csv', 'link.csv'])
})

test('entries that do not balance are refused, and an earlier file stays', async () => {
  const out = write('kept.csv', 'an earlier export')
  const of = `merchant_id = '${merchantId}' and cause = 'capture' and account = 'merchant'`
  await api.service.database.query(`update ledger_entries set amount_minor = amount_minor + 1 where ${of}`)
  const { code, stdout, stderr } = await journal(...days, '--out', out)
  await api.service.database.query(`update ledger_entries set amount_minor = amount_minor - 1 where ${of}`)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^qist: the entries of capture on 2026-03-01, store main of merchant .* do not balance: /)
  assert.equal(readFileSync(out, 'utf8'), 'an earlier export')
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('partial')),
    [],
  )
})

test('output that cannot be written exits 1', { skip: !existsSync('/dev/full') }, async () => {
  const root = join(import.meta.dirname, '..', '..')
  const env = { ...process.env, DATABASE_URL: api.service.database.url, DATA_DIR: api.service.app.config.dataDir }
  const stdio = ['ignore', openSync('/dev/full', 'w'), 'ignore'] as const
  const child = spawn(process.execPath, [join(root, 'bin', 'qist.js'), 'journal', ...days], { env, stdio: [...stdio] })
  assert.equal(await new Promise((resolve) => child.on('close', resolve)), 1)
})
