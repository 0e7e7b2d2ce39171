import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencies } from '../../../platform/base/markets.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { formatMilliseconds, formatSeconds } from '../../../platform/base/times.ts'
import { readReport } from './read-report.ts'
import { MalformedReport, type ReportRow, reportColumns } from './report.ts'

const header = 'id,type,amount,currency,at'
const line = 'c1,charge,85.00,AED,2026-03-01T10:00:00Z'
const row = { id: 'c1', type: 'charge', amountMinor: 8_500n, currency: 'AED', at: Date.parse('2026-03-01T10:00:00Z') }

async function rowsOf(...parts: (string | Buffer)[]): Promise<ReportRow[]> {
  const report = await readReport(Readable.from(parts.map((part) => Buffer.from(part))))
  return [...report.rest()].flat()
}

async function complaintsOf(text: string, maxRows?: number): Promise<readonly string[]> {
  const error = await readReport(Readable.from([Buffer.from(text)]), maxRows).then(
    () => assert.fail('it was read'),
    (thrown) => thrown,
  )
  assert.ok(error instanceof MalformedReport, error)
  return error.more === 0 ? error.complaints : [...error.complaints, `${error.more} more`]
}

test('readReport: accepts any order of columns, more columns, quotes, a BOM and both line endings', async () => {
  const same = [
    `${header}\n${line}\n`,
    `${header}\n${line}`,
    `\uFEFF${header}\r\n${line}\r\n`,
    `"id","type","amount","currency","at"\r\n"C1","charge","85.00","AED","2026-03-01T10:00:00Z"\r\n`,
    `At, Currency ,note,AMOUNT,type,id\n2026-03-01T14:00:00+04:00,AED,"by ""mail"", late",85,charge, c1 \n`,
    `${header}\n\nc1,charge,85.0,AED,2026-03-01T10:00:00.000Z\n\n`,
  ]
  for (const text of same) {
    const [read, ...more] = await rowsOf(text)
    const { line: at, ...found } = read ?? assert.fail(text)
    assert.deepEqual([found, more, at], [row, [], text.includes('\n\n') ? 3 : 2], text)
  }
})

test('readReport: accepts a report without rows', async () => {
  assert.deepEqual(await rowsOf(header), [])
  assert.deepEqual(await rowsOf(`${header}\r\n`), [])
})

test('readReport: returns each row unchanged, at any split of the file', async () => {
  const rows = fc.array(
    fc.record({
      id: fc.uuid(),
      type: fc.constantFrom('charge', 'refund', 'fee'),
      amountMinor: fc.bigInt({ min: 0n, max: 99_999_999_900n }),
      currency: fc.constantFrom(...currencies),
      at: fc.integer({ min: 0, max: 4e12 }),
    }),
    { maxLength: 6 },
  )
  const order = fc.shuffledSubarray([...reportColumns, 'extra'], { minLength: 6 })
  const style = fc.record({
    eol: fc.constantFrom('\n', '\r\n'),
    quoted: fc.boolean(),
    bom: fc.boolean(),
    size: fc.nat(30),
  })
  await fc.assert(
    fc.asyncProperty(rows, order, style, async (expected, columns, { eol, quoted, bom, size }) => {
      const records = expected.map(({ amountMinor, ...of }) => ({
        ...of,
        id: quoted ? of.id.toUpperCase() : of.id,
        amount: formatAmount(amountMinor, of.currency),
        at: formatMilliseconds(of.at),
        extra: 'a "b", c',
      }))
      const cell = (text: string): string => (quoted || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text)
      const lines = records.map((record) => columns.map((name) => cell(record[name as 'id'])).join(','))
      const bytes = Buffer.from(`${bom ? '\uFEFF' : ''}${[columns.join(','), ...lines].join(eol)}${eol}`)
      const pieces = Array.from({ length: Math.ceil(bytes.length / (size + 1)) }, (_, index) =>
        bytes.subarray(index * (size + 1), (index + 1) * (size + 1)),
      )
      const read = (await rowsOf(...pieces)).toSorted((a, b) => a.line - b.line)
      assert.deepEqual(
        read,
        expected.map((one, index) => ({ ...one, line: index + 2 })),
      )
    }),
  )
})

test('readReport: reports each wrong row with its line and its problem', async () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['c1,charge,85.001,AED,2026-03-01T10:00:00Z', 'amount "85.001" must have at most 2 decimals'],
    ['c1,charge,1.2345,KWD,2026-03-01T10:00:00Z', 'amount "1.2345" must have at most 3 decimals'],
    ['c1,charge,-85.00,AED,2026-03-01T10:00:00Z', 'amount "-85.00" must be zero or more'],
    ['c1,charge,"1,085.00",AED,2026-03-01T10:00:00Z', 'amount "1,085.00" must be a decimal number'],
    ['c1,charge,1e3,AED,2026-03-01T10:00:00Z', 'amount "1e3" must be a decimal number'],
    ['c1,charge,9999999999,AED,2026-03-01T10:00:00Z', 'amount "9999999999" must be at most 999999999'],
    ['c1,charge,85.00,USD,2026-03-01T10:00:00Z', 'currency "USD" must be one of AED, SAR, KWD'],
    ['c1,charge,85.00,AED,2026-02-30T10:00:00Z', 'at "2026-02-30T10:00:00Z" is no ISO 8601 time'],
    ['c1,charge,85.00,AED,yesterday', 'at "yesterday" is no ISO 8601 time'],
    ['c1,charge,85.00,AED,', 'at is missing'],
    [',charge,85.00,AED,2026-03-01T10:00:00Z', 'id is missing'],
    ['c1,charge,85.00,AED', 'there are 4 fields, the header has 5'],
    ['c1,charge,1,085.00,AED,2026-03-01T10:00:00Z', 'there are 6 fields, the header has 5'],
    [`${'c'.repeat(65)},charge,85.00,AED,2026-03-01T10:00:00Z`, 'id must have at most 64 letters, digits and signs'],
    ['c1,char\u001Bge,85.00,AED,2026-03-01T10:00:00Z', 'type must have at most 64 letters, digits and signs'],
  ]
  for (const [text, complaint] of wrong) {
    assert.deepEqual(await complaintsOf(`${header}\n${line}\n${text}\n${line}\n`), [`line 3: ${complaint}`], text)
  }
  const all = await complaintsOf(
    [header, ...wrong, ...wrong].map((one) => (typeof one === 'string' ? one : one[0])).join('\r\n'),
  )
  assert.equal(all.length, 21)
  assert.deepEqual([all[1], all[20]], [`line 3: ${wrong[1]?.[1]}`, '10 more'])
})

test('readReport: refuses a file without a header, and a file that is no CSV, with the reason', async () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /^the file is empty: its first line must be id,type,amount,currency,at$/],
    ['\n\n', /^the file is empty/],
    [line, /^line 1: the header must name id, type, amount, currency, at; id, type, amount, currency, at is missing$/],
    [`id;type;amount;currency;at\n`, /^line 1: the header must name/],
    [`id,type,amount,currency\n`, /; at is missing$/],
    [`${header},ID\n`, /^line 1: the header names id twice$/],
    [`${header}\n"c1,charge,85.00,AED,2026-03-01T10:00:00Z\n`, /^this is no CSV: Quote Not Closed: .* line 2$/],
    [`${header}\nc"1,charge,85.00,AED,2026-03-01T10:00:00Z\n`, /^this is no CSV: .* line 2/],
    [`${header}\n${'x'.repeat(20_000)}`, /^this is no CSV: Max Record Size/],
    [`${header}\n"${'x\n'.repeat(20_000)}`, /^this is no CSV: Max Record Size/],
    [`${header.replaceAll('', '\0')}\n`, /^line 1: the header must name/],
  ]
  for (const [text, complaint] of cases) {
    const complaints = await complaintsOf(text)
    assert.equal(complaints.length, 1, text)
    assert.match(complaints[0] ?? '', complaint)
  }
})

test('readReport: refuses a file with too many rows, and stops reading', async () => {
  let sent = 0
  const endless = Readable.from(
    (async function* () {
      yield Buffer.from(`${header}\n`)
      for (; ; sent += 1) yield Buffer.from(`c${sent},charge,85.00,AED,${formatSeconds(0)}\n`)
    })(),
  )
  const closed = finished(endless, { cleanup: true }).catch(() => undefined)
  await assert.rejects(readReport(endless, 1_000), /more than 1,000 rows: compare reports of shorter times/)
  await closed
  assert.ok(sent < 20_000, `${sent}`)
  const lines = [1, 2, 3].map((number) => `c${number},charge,85.00,AED,${formatSeconds(0)}`)
  assert.equal((await readReport(Readable.from([[header, ...lines].join('\n')]), 3)).size, 3)
})

test('readReport: throws the errors of the file', async () => {
  const broken = new Readable({ read: () => undefined })
  const reading = readReport(broken)
  broken.destroy(new Error('the disk is gone'))
  await assert.rejects(reading, /the disk is gone/)
})
