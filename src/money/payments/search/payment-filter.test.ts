import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  createdRange,
  filterFields,
  formatFilter,
  kindsOf,
  noFilter,
  type PaymentFilter,
  parseFilter,
  statusWords,
} from './payment-filter.ts'

const parse = (query: string) => parseFilter(Object.fromEntries(new URLSearchParams(query)))

const instant = fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') })
const time = fc.option(
  fc.oneof(
    instant.map((at) => ({ at })),
    instant.map((at) => ({ date: new Date(at).toISOString().slice(0, 10) })),
  ),
  { nil: undefined },
)
const thousandths = fc.option(fc.bigInt({ min: 0n, max: 999_999_999_999n }), { nil: undefined })
// A typed text: trimmed and not empty.
const typed = fc.option(
  fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((text) => text.trim())
    .filter((text) => text !== '' && text.length <= 255),
  { nil: undefined },
)
const filters: fc.Arbitrary<PaymentFilter> = fc.record(
  {
    status: fc.constantFrom(undefined, ...Object.keys(statusWords)),
    createdFrom: time,
    createdTo: time,
    merchantCode: typed,
    amountFrom: thousandths,
    amountTo: thousandths,
    q: typed,
  },
  { noNullPrototype: true },
)

test('a filter in an address is read back unchanged', () => {
  fc.assert(fc.property(filters, (filter) => assert.deepEqual(parse(formatFilter(filter)).filter, filter)))
})

test('every address is read without an error, and its filter survives writing and reading', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('2026-02-30', '1e5', '-1', '٥٠', '__proto__', 'constructor'),
  )
  const values = fc.oneof(texts, fc.array(texts), fc.constant(undefined), fc.anything())
  const queries = fc.dictionary(fc.oneof(fc.constantFrom(...filterFields), fc.string()), values)
  fc.assert(
    fc.property(queries, (query) => {
      const { filter } = parseFilter(query)
      assert.deepEqual(parse(formatFilter(filter)).filter, filter)
    }),
  )
})

test('an address has only members that limit the list, always in the same order', () => {
  assert.equal(formatFilter(noFilter), '')
  const { filter, problems } = parse(
    'q=++1001+&amount__lte=0050.10&unknown=1&amount__gte=&created_at__gte=2026-03-01&status=closed',
  )
  assert.deepEqual(problems, {})
  assert.equal(formatFilter(filter), 'status=closed&created_at__gte=2026-03-01&amount__lte=50.1&q=1001')
})

test('wrong members are named by their fields, and do not limit the list', () => {
  const query = `status=paid&created_at__gte=yesterday&created_at__lte=2026-02-30&merchant_code=${'a'.repeat(256)}&amount__gte=-5&amount__lte=1.0001`
  const { filter, problems } = parse(query)
  assert.deepEqual(filter, noFilter)
  assert.deepEqual(problems, {
    status: 'unknown status',
    created_at__gte: 'not a date',
    created_at__lte: 'not a date',
    merchant_code: 'too long',
    amount__gte: 'not an amount',
    amount__lte: 'too many decimals',
  })
  assert.deepEqual(parse('amount__lte=1000000000').problems, { amount__lte: 'too large' })
})

test('reversed bounds are named, and stay in the filter', () => {
  const { filter, problems } = parse(
    'created_at__gte=2026-03-02&created_at__lte=2026-03-01&amount__gte=2&amount__lte=1',
  )
  assert.deepEqual(problems, { created_at__lte: 'ends before it begins', amount__lte: 'ends before it begins' })
  assert.deepEqual([filter.createdTo, filter.amountTo], [{ date: '2026-03-01' }, 1_000n])
  assert.deepEqual(parse('created_at__gte=2026-03-01&created_at__lte=2026-03-01').problems, {})
})

test('a date alone is the whole day at the store', () => {
  const { filter } = parse('created_at__gte=2026-03-01&created_at__lte=2026-03-01')
  const shown = (at: number | null) => at !== null && new Date(at).toISOString()
  const dubai = createdRange(filter, 'AED')
  assert.deepEqual(
    [shown(dubai.createdFrom), shown(dubai.createdTo)],
    ['2026-02-28T20:00:00.000Z', '2026-03-01T19:59:59.999Z'],
  )
  const riyadh = createdRange(filter, 'SAR')
  assert.equal(shown(riyadh.createdFrom), '2026-02-28T21:00:00.000Z')
})

test('a time is read as in the API, also if its plus sign was not encoded', () => {
  const from = (text: string) => createdRange(parse(`created_at__gte=${text}`).filter, 'AED').createdFrom
  assert.equal(from('2026-03-01T10:00:00Z'), Date.parse('2026-03-01T10:00:00Z'))
  assert.equal(from('2026-03-01T10:00:00+04:00'), Date.parse('2026-03-01T06:00:00Z'))
  assert.equal(from('2026-03-01T10:00'), Date.parse('2026-03-01T10:00:00Z'))
})

test('amounts and dates may have Arabic digits', () => {
  const { filter } = parse(
    `created_at__gte=${encodeURIComponent('٢٠٢٦-٠٣-٠١')}&amount__gte=${encodeURIComponent('١٬٢٥٠٫٥')}`,
  )
  assert.deepEqual([filter.createdFrom, filter.amountFrom], [{ date: '2026-03-01' }, 1_250_500n])
})

test('without a status a list shows the kinds of the API, and a search all kinds', () => {
  assert.deepEqual(kindsOf({ status: undefined, q: undefined }), ['authorized', 'captured', 'refunded', 'cancelled'])
  assert.equal(kindsOf({ status: undefined, q: '1001' }).length, 7)
  assert.deepEqual(kindsOf({ status: 'refunded', q: '1001' }), ['refunded'])
  assert.equal(kindsOf({ status: 'all', q: undefined }).length, 7)
})
