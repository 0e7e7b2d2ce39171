import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Country, countries } from '../../base/countries.ts'
import { hideContacts, hideWords } from './hide.ts'

const arabic = (text: string): string => text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
const persian = (text: string): string => text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)))

const phones: Readonly<Record<Country, readonly string[]>> = {
  AE: [
    '+971 52 777 1234',
    '00971527771234',
    '971 52 777 1234',
    '052 777 1234',
    '0527771234',
    '52-777-1234',
    '04 123 4567',
    '05277712-34',
    '97152777-1234',
  ],
  SA: ['+966 50 123 4567', '00966501234567', '966501234567', '050 123 4567', '0501234567', '501234567', '011 123 4567'],
  KW: [
    '+965 5123 4567',
    '0096551234567',
    '96551234567',
    '5123 4567',
    '51234567',
    '5123-4567',
    '2212 3456',
    '5123-45-67',
    '5123-12-31',
  ],
}

for (const country of countries) {
  test(`a phone of ${country} is hidden however it is written, in digits of either script`, () => {
    for (const phone of phones[country].flatMap((one) => [one, arabic(one), persian(one)])) {
      for (const text of [phone, `call ${phone}.`, `⁦${phone}⁩`, `(${phone})`, `12 ${phone}`]) {
        const hidden = hideContacts(`<p title="${text}">${text}</p>`, [], [country])
        assert.doesNotMatch(hidden, /[\d\u0660-\u0669\u06f0-\u06f9]{3}/, text)
        assert.match(hidden, /•••/, text)
      }
    }
  })

  test(`a buyer’s phone of ${country} is hidden in every other form of it`, () => {
    const forms = phones[country].slice(0, 6)
    for (const known of forms.flatMap((one) => [one, arabic(one)])) {
      for (const shown of forms.flatMap((one) => [one, arabic(one), persian(one)]))
        assert.doesNotMatch(
          hideWords(`<p>${shown}</p>`, [known]),
          /[\d\u0660-\u0669\u06f0-\u06f9]{6}/,
          `${known} ${shown}`,
        )
    }
  })
}

test('phones that are joined by a dash, to a date also, and one with more behind it, are hidden', () => {
  for (const text of ['51234567-12', '51234567-51234568', '51234567-8123-4567', '2026-11-22-51234567'])
    assert.match(hideContacts(`<p>${text}</p>`, [], ['KW']), /^<p>•••(-•••|-12|-8123-4567)<\/p>$/, text)
})

test('amounts, dates, order numbers and ids are no phones', () => {
  const all = [
    ...['AED 5,123,456.00', '5123456.00', '51234.567', '2026-11-22', '2026-11-22T14:05:00.000Z', '14:05', '1001'],
    ...['10012345', 'SKU-51234567', '51234567-8123-4567-8123-512345678123', '123456', '2026-11-01 2026-11-30'],
  ]
  for (const text of all) assert.equal(hideContacts(`<p>${text}</p>`, [], countries), `<p>${text}</p>`, text)
  assert.equal(hideContacts('<p>51234567</p>', [], ['AE']), '<p>51234567</p>')
})
