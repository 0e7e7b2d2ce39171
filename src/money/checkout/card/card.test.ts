import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { openLog } from '../../../platform/adapters/log.ts'
import { sandboxCards } from '../../../platform/adapters/sandbox-cards.ts'
import { readCard } from './card.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const good = { number: '4242 4242 4242 4242', expiry: '12 / 29', security_code: '123' }

test('a card number may have any grouping, and Arabic digits', () => {
  for (const number of ['4242424242424242', '4242-4242-4242-4242', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢']) {
    const read = readCard({ ...good, number, expiry: '١٢/٢٩' }, now)
    assert.ok('card' in read)
    assert.deepEqual(
      [read.card.brand, read.card.lastFour, read.card.expiryMonth, read.card.expiryYear],
      ['visa', '4242', 12, 2029],
    )
  }
})

test('all wrong fields are reported together', () => {
  const read = readCard({ number: '4242424242424241', expiry: '10/26', security_code: '12' }, now)
  assert.deepEqual(read, {
    problems: { number: 'number_wrong', expiry: 'expiry_past', security_code: 'security_code_wrong' },
  })
  assert.deepEqual(readCard({ ...good, number: '' }, now), { problems: { number: 'number_missing' } })
  assert.deepEqual(readCard({ ...good, number: '6011111111111117' }, now), { problems: { number: 'number_brand' } })
  assert.deepEqual(readCard({ ...good, expiry: '13/29' }, now), { problems: { expiry: 'expiry_wrong' } })
})

test('a card is valid until the end of its last month', () => {
  assert.ok('card' in readCard({ ...good, expiry: '11/26' }, now))
})

test('American Express has four digits of security code', () => {
  const card = { ...good, number: '378282246310005' }
  assert.deepEqual(readCard(card, now), { problems: { security_code: 'security_code_wrong' } })
  assert.ok('card' in readCard({ ...card, security_code: '1234' }, now))
})

test('every documented test card passes the checks', () => {
  for (const number of Object.keys(sandboxCards)) assert.ok('card' in readCard({ ...good, number }, now), number)
})

test('a typed card never appears in a log, JSON, text or inspection', () => {
  const read = readCard(good, now)
  assert.ok('card' in read)
  const { card } = read
  const written: string[] = []
  const log = openLog('info', { write: (line: string) => void written.push(line) })
  log.info({ card, nested: { card } }, String(card))
  written.push(
    JSON.stringify({ card }),
    inspect(card, { showHidden: true, depth: 5 }),
    `${card}`,
    new Error(String(card)).message,
  )
  for (const text of written) assert.doesNotMatch(text, /4242|123/)
  assert.equal(card.reveal().number, '4242424242424242')
})
