import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Currency } from '../../base/markets.ts'
import { legalEntityFrom, legalProblem } from './legal-entity.ts'

const read = (currency: Currency, name: string, address = '', taxNumber = '') => {
  const entity = legalEntityFrom({ name, address, taxNumber }, { currency, changedAt: 0 })
  return legalProblem(entity, currency) ?? entity.taxNumber
}

test('a tax number has the 15 digits of a VAT registration in AE and SA; groups and Arabic digits are read', () => {
  for (const currency of ['AED', 'SAR'] as const) {
    assert.equal(read(currency, 'Shop', '', '100-1234 5678-9003'), '100123456789003')
    assert.equal(read(currency, 'Shop', '', '١٠٠١٢٣٤٥٦٧٨٩٠٠٣'), '100123456789003')
    for (const wrong of ['10012345678900', '1001234567890033', '10012345678900A'])
      assert.equal(read(currency, 'Shop', '', wrong), 'taxNumber', wrong)
  }
})

test('a market without such numbers takes a short text', () => {
  assert.equal(read('KWD', 'Shop', '', 'CR 12-34'), 'CR 12-34')
  assert.equal(read('KWD', 'Shop', '', 'x'.repeat(31)), 'taxNumber')
  assert.equal(read('KWD', 'Shop', '', 'a\tb'), 'taxNumber')
})

test('texts are one line of limited length, and an address or a tax number needs a name', () => {
  assert.equal(read('AED', ''), '')
  assert.equal(read('AED', '', 'Dubai'), 'legalName')
  assert.equal(read('KWD', '', '', '1'), 'legalName')
  assert.equal(read('AED', 'x'.repeat(141)), 'legalName')
  assert.equal(read('AED', 'a\nb'), 'legalName')
  assert.equal(read('AED', 'Shop', 'x'.repeat(201)), 'legalAddress')
  assert.equal(read('AED', 'Shop', 'a\u2028b'), 'legalAddress')
})
