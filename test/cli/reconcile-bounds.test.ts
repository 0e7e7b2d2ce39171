import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { after, test } from 'node:test'
import { header, openTraded } from '../support/traded.ts'

const traded = await openTraded()
const { service, merchant, mine, report, wholeReport, write, reconcile, feed, compare } = traded
after(() => traded.close())

const cells = (line = ''): string[] => line.split(',')
const replaced = (line: string, at: number, cell: string): string => cells(line).with(at, cell).join(',')

test('a month: only its movements must be in the report, which may have more', async () => {
  const whole = await wholeReport()
  const ends = ['2026-03-01T00:00:00Z', '2026-04-01', '2026-05-01T04:00:00+04:00', '2026-08-01', '2027-01-01']
  let compared = 0
  for (const [index, to] of ends.slice(1).entries()) {
    const from = ends[index] ?? assert.fail()
    const times = ['--from', from, '--to', to]
    const ofMonth = await report(merchant.test, from, to)
    const exact = await compare(ofMonth, ...mine, ...times)
    assert.deepEqual([exact.code, exact.rows.compared], [0, ofMonth.length])
    const more = await compare(whole, ...times)
    assert.deepEqual([more.code, more.rows.compared + more.rows.outside], [0, whole.length])
    compared += more.rows.compared
    const cut = await compare(
      whole.filter((line) => !ofMonth.includes(line)),
      ...times,
    )
    const surely = ofMonth.length - exact.unsettled.in_report
    assert.deepEqual([cut.counts.missing_there, cut.differences.length], [surely, surely])
  }
  assert.equal(compared, whole.length)
  const cut = whole.filter((line) => !cells(line)[4]?.startsWith('2026-03'))
  assert.equal((await compare(cut, '--from', '2026-04-01')).code, 0)
  assert.equal((await compare(cut, '--to', '2026-04-01')).code, 1)
})

test('one merchant and mode: movements of others are neither compared nor missing', async () => {
  const whole = await wholeReport()
  const own = await report(merchant.test)
  const { code, rows } = await compare(whole, ...mine)
  assert.deepEqual([code, rows.compared, rows.elsewhere], [0, own.length, whole.length - own.length])
  assert.equal((await compare(whole, '--mode', 'live')).rows.compared, 1)
  assert.equal((await compare(own, '--merchant', merchant.id)).counts.missing_there, 1)
  assert.ok((await compare(own)).counts.missing_there > 8)
})

test('the text output has a table of sums, and each difference as a sentence', async () => {
  const lines = await report(merchant.test)
  const charge = lines.findIndex((line) => line.includes(',charge,85.00'))
  const [id] = cells(lines[charge])
  lines[charge] = replaced(lines[charge] ?? '', 2, '8.50')
  lines.push(`x,charge,1.00,KWD,2026-03-02T00:00:00Z`, `x,charge,1.00,KWD,2026-03-02T00:00:00Z`)
  const { code, stdout } = await reconcile(write(lines), ...mine)
  assert.equal(code, 1)
  const [payment] = await service.database.query(`select payment_id from charges where id = '${id}'`)
  const [first, , head, aed, , kwd, count, ...sentences] = stdout.trimEnd().split('\n')
  assert.match(first ?? '', /^Rows in the report: (\d+); compared: \1$/)
  assert.match(head ?? '', /^currency +type +here +amount here +in the report +amount there$/)
  assert.match(aed ?? '', /^AED +charge +(\d+) +\d+\.\d\d +\1 +\d+\.\d\d$/)
  assert.match(kwd ?? '', /^KWD +charge +0 +0\.000 +2 +2\.000$/)
  assert.equal(count, 'Differences: 1 missing here, 1 doubled in the report, 1 of another amount')
  const last = lines.length + 1
  const at = '2026-03-02T00:00:00Z'
  const owner = `Payment ${payment?.['payment_id']} of merchant ${merchant.id}, test.`
  assert.deepEqual(sentences, [
    `Missing here: charge x, KWD 1.000 (line ${last - 1}, ${at}). Nobody here knows this id.`,
    `Doubled in the report: charge x, KWD 1.000 (line ${last}, ${at}), is in line ${last - 1} already. Nobody here knows this id.`,
    `Different amount: charge ${id} is AED 85.00 here, AED 8.50 in the report (line ${charge + 2}, ${cells(lines[charge])[4]}). ${owner}`,
  ])
})

test('of very many differences the text shows a thousand and the count of the rest; JSON has all', async () => {
  const lines = Array.from({ length: 1_200 }, (_, number) => `x${number},refund,1.00,AED,2026-03-02T00:00:00Z`)
  const args = ['--mode', 'live', '--from', '2026-03-02', '--to', '2026-03-03']
  const { stdout } = await reconcile(write(lines), ...args)
  const printed = stdout.trimEnd().split('\n')
  assert.equal(printed.filter((line) => line.startsWith('Missing here: ')).length, 1_000)
  assert.equal(printed.at(-1), '… and 200 more: --json tells all')
  const { differences, counts } = await compare(lines, ...args)
  assert.deepEqual([differences.length, counts.missing_here], [1_200, 1_200])
})

test('input that cannot be compared exits 2, gives the reason in a line, and compares nothing', async () => {
  const good = write(await report(merchant.test))
  const wrong = write(['a,charge,1.000,AED,2026-03-02', 'b,charge,1.00,AED,2026-03-02', 'c,charge,1.00,EUR,2026-03-02'])
  const cases: readonly (readonly [string[], RegExp])[] = [
    [[`${good}.none`], /^qist: .*csv\.none: there is no such file\n$/],
    [[dirname(good)], /: this is a folder and no file\n$/],
    [
      [wrong],
      /: line 2: amount "1\.000" must have at most 2 decimals\nqist: .*: line 4: currency "EUR" must be one of/,
    ],
    [[good, '--merchant', '00000000-0000-4000-8000-000000000000'], /^qist: no such merchant\n$/],
    [[good, '--merchant', 'x'], /Not a UUID/],
    [[good, '--mode', 'both'], /Allowed choices are test, live/],
    [[good, '--from', 'yesterday'], /Not an ISO 8601 date or time/],
    [[good, '--from', '2026-03-02', '--to', '2026-03-02'], /--from must be before --to/],
    [[good, '--all'], /unknown option/],
    [[], /missing required argument 'file'/],
  ]
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await reconcile(...args, '--json')
    assert.deepEqual([code, stdout], [2, ''], args.join(' '))
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /\n\s+at /)
  }
  const empty = await feed('', '-')
  assert.deepEqual([empty.code, empty.stderr], [2, `qist: -: the file is empty: its first line must be ${header}\n`])
  assert.equal((await reconcile('--help')).code, 0)
})
