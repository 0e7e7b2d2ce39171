import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runQist } from '../../testkit/command.ts'
import { header, openTraded } from '../support/traded.ts'

const traded = await openTraded()
const { service, merchant, mine, report, wholeReport, makeLateOnesKnown, feed, compare } = traded
after(() => traded.close())

test('the complete report of the processor has no differences, from a file or standard input', async () => {
  const lines = await wholeReport()
  assert.ok(lines.length > 20 && lines.some((line) => line.includes('KWD')))
  const { code, counts, rows, unsettled, sums } = await compare(lines)
  assert.deepEqual(counts, {
    missing_here: 0,
    missing_there: 0,
    doubled: 0,
    amount: 0,
    currency: 0,
    unknown_type: 0,
  })
  assert.deepEqual(rows, { read: lines.length, compared: lines.length, outside: 0, elsewhere: 0 })
  assert.deepEqual(unsettled, { in_report: 1, not_in_report: 1 })
  assert.deepEqual(
    sums.map((sum: { currency: string; type: string }) => `${sum.currency} ${sum.type}`),
    ['AED charge', 'AED refund', 'KWD charge', 'KWD refund'],
  )
  for (const { here, there } of sums) assert.deepEqual(here, there)
  assert.equal(code, 0)
  const text = [header, ...lines].join('\n')
  const fed = await feed(text, '-')
  assert.equal(fed.code, 0, fed.stderr)
  assert.match(fed.stdout, /^Rows in the report: (\d+); compared: \1\nNot settled yet: 1 in the report, 1 not/)
  assert.match(fed.stdout, /\nNothing differs\n$/)
})

test('a charge in the report whose answer was lost here is no difference', async () => {
  await makeLateOnesKnown()
  const { code, unsettled } = await compare(await wholeReport())
  assert.deepEqual([code, unsettled], [0, { in_report: 2, not_in_report: 0 }])
})

test("the report that the operator requests from the processor equals the merchants' and has no differences", async () => {
  const run = (...args: string[]) => runQist(service.database.url, service.app.config.dataDir, ...args)
  const range = ['--from', '2020-01-01T00:00:00Z', '--to', '2100-01-01T00:00:00Z'] as const
  const [live, ofTest] = [
    await run('processor', 'report', ...range),
    await run('processor', 'report', '--mode', 'test', ...range),
  ]
  const [head, ...lines] = live.stdout.trim().split('\r\n')
  const [, ...testLines] = ofTest.stdout.trim().split('\r\n')
  assert.equal(head, header)
  assert.deepEqual([...lines, ...testLines].sort(), (await wholeReport()).sort())
  assert.equal((await feed(ofTest.stdout, '-', '--mode', 'test')).code, 0)
  const mine = await run('processor', 'report', '--mode', 'test', '--merchant', merchant.id, ...range)
  assert.deepEqual(mine.stdout.trim().split('\r\n').slice(1), await report(merchant.test))
  const unknown = await run('processor', 'report', '--merchant', '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22', ...range)
  assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
})

const cells = (line = ''): string[] => line.split(',')
const replaced = (line: string, at: number, cell: string): string => cells(line).with(at, cell).join(',')

/** An altered report, with the expected differences. */
async function altered(alter: (lines: string[], charge: number, refund: number) => object[]): Promise<void> {
  const lines = await report(merchant.test)
  const charge = lines.findIndex((line) => line.includes(',charge,85.00'))
  const refund = lines.findIndex(
    (line) => cells(line)[1] === 'refund' && lines.filter((one) => one.startsWith(cells(line)[0] ?? '')).length === 1,
  )
  assert.ok(charge >= 0 && refund >= 0)
  const expected = alter(lines, charge, refund)
  const { code, differences } = await compare(lines, ...mine)
  assert.equal(differences.length, expected.length, JSON.stringify(differences))
  for (const [index, difference] of expected.entries()) assert.partialDeepStrictEqual(differences[index], difference)
  assert.equal(code, 1)
}

test('a removed row is missing in the report', () =>
  altered((lines, charge) => {
    const [id, type, amount] = cells(lines.splice(charge, 1)[0])
    const here = { of: 'charge', state: 'approved', amount, currency: 'AED' }
    return [{ kind: 'missing_there', id, type, here, there: null, merchant_id: merchant.id, mode: 'test' }]
  }))

test('a removed refund is missing in the report', () =>
  altered((lines, _, refund) => {
    const [id, type, amount] = cells(lines.splice(refund, 1)[0])
    return [{ kind: 'missing_there', id, type, here: { of: 'return', state: 'confirmed', amount }, there: null }]
  }))

test('a removed refund of a void is missing in the report', () =>
  altered((lines) => {
    const [id] = cells(
      lines.find((line, at) => lines.some((one, before) => before < at && cells(one)[0] === cells(line)[0])),
    )
    const at = lines.findIndex((line) => line.startsWith(`${id},refund`))
    lines.splice(at, 1)
    return [{ kind: 'missing_there', id, type: 'refund', here: { of: 'charge', state: 'voided' }, there: null }]
  }))

test("an unknown row is missing in our books, also in one merchant's report", () =>
  altered((lines) => {
    const id = '00000000-0000-4000-8000-00000000000A'
    lines.push(`${id},charge,12.34,AED,2026-03-02T00:00:00Z`, 'by-hand,refund,1.00,AED,2026-03-02T00:00:00Z')
    const there = { amount: '12.34', currency: 'AED', at: '2026-03-02T00:00:00Z', line: lines.length }
    const unknown = { here: null, payment_id: null, merchant_id: null }
    return [
      { kind: 'missing_here', id: id.toLowerCase(), type: 'charge', there, ...unknown },
      { kind: 'missing_here', id: 'by-hand', type: 'refund', ...unknown },
    ]
  }))

test('a refund under the id of a charge that was not voided is missing in our books', () =>
  altered((lines, charge) => {
    const row = lines[charge] ?? assert.fail()
    lines.push(replaced(row, 1, 'refund'))
    const here = { of: 'charge', state: 'approved' }
    return [{ kind: 'missing_here', id: cells(row)[0], type: 'refund', here, merchant_id: merchant.id }]
  }))

test('a repeated row is a duplicate, in any letter case of its id', () =>
  altered((lines, charge) => {
    const row = lines[charge] ?? assert.fail()
    const [id = '', type, amount] = cells(row)
    lines.push(replaced(row, 0, id.toUpperCase()))
    const there = { amount, line: lines.length + 1, first_line: charge + 2 }
    return [{ kind: 'doubled', id, type, there, here: { amount } }]
  }))

test('a tenth of the amount is reported with our amount', () =>
  altered((lines, charge) => {
    lines[charge] = replaced(lines[charge] ?? '', 2, '8.5')
    return [{ kind: 'amount', here: { amount: '85.00' }, there: { amount: '8.50', line: charge + 2 } }]
  }))

test('an amount in another currency is reported with its decimals', () =>
  altered((lines, charge) => {
    lines[charge] = replaced(lines[charge] ?? '', 3, 'KWD')
    const there = { amount: '85.000', currency: 'KWD' }
    return [{ kind: 'currency', here: { amount: '85.00', currency: 'AED' }, there }]
  }))

test('an unknown type is reported, and the original movement is missing in the report', () =>
  altered((lines, charge) => {
    const [id] = cells(lines[charge])
    lines[charge] = replaced(lines[charge] ?? '', 1, 'chargeback')
    return [
      { kind: 'missing_there', id, type: 'charge' },
      { kind: 'unknown_type', id, type: 'chargeback', here: { of: 'charge' } },
    ]
  }))

test('a declined charge and a failed refund that the processor reports are missing in our books', async () => {
  const [charge] = await service.database.query(`select id from charges where state = 'declined' and is_test
    and merchant_id = '${merchant.id}' limit 1`)
  const [back] = await service.database.query(
    `select id from returns where state = 'failed' and merchant_id = '${merchant.id}'`,
  )
  await altered((lines) => {
    lines.push(
      `${charge?.['id']},charge,85.00,AED,2026-03-02T00:00:00Z`,
      `${back?.['id']},refund,85.00,AED,2026-03-02T00:00:00Z`,
    )
    return [
      { kind: 'missing_here', id: charge?.['id'], here: { state: 'declined' } },
      { kind: 'missing_here', id: back?.['id'], here: { of: 'return', state: 'failed' } },
    ]
  })
})

test('changes in our own books are found as well', async () => {
  const lines = await report(merchant.test)
  const { query } = service.database
  const changes: readonly (readonly [string, string[]])[] = [
    ['update charges set amount_minor = amount_minor + 1', ['amount']],
    [`update charges set currency = 'SAR'`, ['currency']],
    [`update charges set state = 'declined'`, ['missing_here']],
    ['delete from charges', ['missing_here']],
  ]
  for (const [change, kinds] of changes) {
    const id = cells(lines.find((line) => line.includes(',charge,')))[0]
    await query(`create table kept as select * from charges where id = '${id}'; ${change} where id = '${id}'`)
    const { differences } = await compare(lines, ...mine)
    await query(`delete from charges where id = '${id}'; insert into charges select * from kept; drop table kept`)
    assert.deepEqual(
      differences.map((one: { kind: string; id: string }) => [one.kind, one.id]),
      kinds.map((kind) => [kind, id]),
      change,
    )
  }
})
