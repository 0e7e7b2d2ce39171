import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies, marketOf } from '../../platform/base/markets.ts'
import { readPrice } from './browser/options.js'
import { costOf, formatsFor, sentenceOf, texts, totalOf } from './browser/words.js'
import { say } from './words.ts'

const plan = (today: string, last: string, service_fee = '0.00') => ({
  count: 4,
  period: 'P1M',
  today,
  installments: [today, today, last].map((amount) => ({ due_date: '2026-04-01', amount })),
  service_fee,
})
const figures = {
  currency: 'AED',
  price: '340.00',
  plans: [plan('85.00', '85.00')],
  min_amount: '1',
  max_amount: '500',
}
const plain = (line: [string, Record<string, string>?]): string =>
  say(line).replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')

test('words: both languages have the same texts, with the same values in them', () => {
  const values = (text: unknown): string[] => (String(text).match(/\{\w+\}/g) ?? []).sort()
  assert.deepEqual(Object.keys(texts.en), Object.keys(texts.ar))
  assert.equal(texts.en.how.length, texts.ar.how.length)
  for (const [name, text] of Object.entries(texts.en)) {
    assert.deepEqual(values(text), values(texts.ar[name as keyof typeof texts.ar]), name)
  }
})

test('words: equal parts have one amount, and a last part that differs is named', () => {
  assert.equal(plain(sentenceOf('en', figures)), 'Pay in 4 monthly payments of AED\u00a085.00.')
  const uneven = { ...figures, plans: [plan('85.00', '85.01')] }
  assert.equal(
    plain(sentenceOf('en', uneven)),
    'Pay in 4 monthly payments: AED\u00a085.00 each, and AED\u00a085.01 for the last.',
  )
  assert.match(plain(sentenceOf('ar', uneven)), /85\.00.*85\.01/)
})

test('words: an amount outside of the limits says from or up to which amount', () => {
  const without = { ...figures, plans: [] }
  assert.match(plain(sentenceOf('en', { ...without, price: '0.50' })), /from AED\u00a01\.00/)
  assert.match(plain(sentenceOf('en', { ...without, price: '500.01' })), /up to AED\u00a0500\.00/)
})

test('words: "no fees" is said of a plan only', () => {
  assert.equal(plain(costOf('en', figures)), 'No interest, no fees.')
  assert.equal(plain(costOf('en', { ...figures, plans: [] })), '')
  assert.equal(plain(costOf('en', undefined)), '')
})

test('words: the service words every other plan, with its total and fee', () => {
  const sentence = { en: 'Pay 60.00 today.', ar: 'ادفع 60.00 اليوم.' }
  const other = { ...figures, plans: [{ ...plan('60.00', '50.00', '10.00'), sentence }] }
  for (const lang of ['en', 'ar'] as const) {
    const lines = [sentenceOf(lang, other), totalOf(lang, other), costOf(lang, other)].map(plain)
    assert.deepEqual(lines, [sentence[lang], sentence[lang], ''])
  }
})

test('words: Arabic of Saudi Arabia has Arabic digits, as on the payment page', () => {
  const riyals = { ...figures, currency: 'SAR' }
  assert.match(plain(sentenceOf('ar', riyals)), /٨٥٫٠٠/)
})

test('the scripts know each market: its decimals, and its country in Arabic formats', () => {
  for (const currency of currencies) {
    const { decimals, country } = marketOf(currency)
    assert.equal(readPrice('340', currency), `340.${'0'.repeat(decimals)}`)
    const expected = new Intl.NumberFormat(`ar-${country}`, { style: 'currency', currency }).format(340)
    assert.equal(formatsFor('ar', currency).money('340'), expected)
    assert.equal(formatsFor('en', currency).bare('340').split('.')[1]?.length, decimals)
  }
})
