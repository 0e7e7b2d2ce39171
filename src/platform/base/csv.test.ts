import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { csvHead, csvLines } from './csv.ts'

const cell = (text: string): string => parse(csvLines(['a'], [{ a: text }]))[0]?.[0] ?? ''

test('a file starts with the byte order mark and the names, and has the line ends of spreadsheets', () => {
  assert.equal(csvHead(['id', 'amount']), '\ufeffid,amount\r\n')
  assert.equal(csvLines(['id', 'amount'], [{ id: 'a', amount: '-12.50' }]), 'a,-12.50\r\n')
})

test('a text that a spreadsheet would execute is escaped', () => {
  const formulas = [
    '=1+1',
    '@x',
    '+x',
    '-x',
    '+1+cmd|x',
    '-2+3',
    '\t=1',
    '\r=1',
    '\n1',
    ' =1+1',
    '＝1',
    '+971;=1',
    '=',
    '+',
  ]
  for (const text of formulas) assert.equal(cell(text), `'${text}`)
})

test('numbers and phones stay as they are', () => {
  for (const text of [
    '-12.50',
    '+12.50',
    '0.00',
    '+971501234567',
    '+971 (0)50 123-4567',
    '2026-03-01T10:00:00Z',
    'a=b',
    '',
  ]) {
    assert.equal(cell(text), text)
  }
})

test('every text is read back from CSV unchanged, except for a leading apostrophe', () => {
  const texts = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const [first, second] = parse(csvLines(['a', 'b'], [{ a, b }]))[0] ?? []
      for (const [sent, read] of [
        [a, first],
        [b, second],
      ])
        assert.ok(read === sent || read === `'${sent}`)
    }),
  )
})
