import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beneficiaryFrom } from './beneficiary.ts'
import { settingsProblem } from './store-settings.ts'
import { newStore } from './stores.ts'

const store = newStore('Shop', { merchantCode: 'main', country: 'AE', checkout: 'strict' }, true)
const problem = (iban: string, name = 'Shop LLC') =>
  settingsProblem({ ...store, beneficiary: beneficiaryFrom(name, iban) })

// Examples of the IBAN registry: one of each country here, and some of its newest entries.
const valid = [
  ...['AE070331234567890123456', 'KW81CBKU0000000000001234560101', 'SA0380000000608010167519'],
  ...[
    'BH67BMAG00001299123456',
    'QA58DOHB00001234567890ABCDEFG',
    'OM810180000001299123456',
    'EG380019000500000000263180002',
  ],
  ...['JO94CBJO0010000000000131000302', 'PK36SCBL0000001123456702', 'GB29NWBK60161331926819', 'DE89370400440532013000'],
  ...[
    'FR1420041010050500013M02606',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'TR330006100519786457841326',
  ],
  ...['BR1800360305000010009795493C1', 'YE15CBYE0001018861234567891234', 'HN88CABF00000000000250005469'],
]

for (const iban of valid) {
  test(`${iban} is an IBAN`, () => {
    assert.equal(problem(iban), undefined)
  })
}

test('an IBAN is stored in its electronic form, from any spelling', () => {
  const written = ' ae07 0331-2345 6789\u00a00123 456 '
  assert.deepEqual(beneficiaryFrom(' Shop LLC ', written), { name: 'Shop LLC', iban: 'AE070331234567890123456' })
  assert.equal(problem(written), undefined)
})

test('a wrong IBAN is refused with its problem', () => {
  const mistyped = /^the check digits of the IBAN are wrong/
  assert.match(problem('AE080331234567890123456') ?? '', mistyped)
  assert.match(problem('AE070331234567890123465') ?? '', mistyped)
  assert.match(problem('SA0380000000608010167591') ?? '', mistyped)
  assert.equal(problem('AE07033123456789012345'), 'an IBAN of AE has 23 characters, and this one 22')
  assert.match(problem('AE07033A234567890123456') ?? '', /^the IBAN has letters where one of AE has digits/)
  assert.equal(problem('US12345678901234567890'), 'the IBAN begins with no country that has IBANs')
  assert.equal(problem('-'), undefined)
  assert.equal(problem('0331234567890123456'), 'the IBAN begins with no country that has IBANs')
})

test('an IBAN requires a name of one line, and a name does not require an IBAN', () => {
  assert.equal(problem('AE070331234567890123456', ' '), 'an IBAN needs the name of the beneficiary beside it')
  assert.match(problem('AE070331234567890123456', 'Shop\nLLC') ?? '', /one line/)
  assert.match(problem('AE070331234567890123456', 'x'.repeat(141)) ?? '', /140/)
  assert.equal(problem('AE070331234567890123456', 'متجر\u200cنا للتجارة ذ.م.م'), undefined)
  assert.equal(problem('', 'Shop LLC'), undefined)
  assert.equal(settingsProblem(store), undefined)
})

test('fees are percentages from 0 to 100, and an amount within the limit of all amounts', () => {
  const { feeRates } = store
  const fees = (rates: Partial<typeof feeRates>) => settingsProblem({ ...store, feeRates: { ...feeRates, ...rates } })
  assert.equal(fees({ percent: 10_000, vatPercent: 10_000, fixedMinor: 999_999_999_00n }), undefined)
  assert.match(fees({ percent: 10_001 }) ?? '', /^the fee must be a percentage/)
  assert.match(fees({ percent: 0.5 }) ?? '', /^the fee must be a percentage/)
  assert.match(fees({ vatPercent: -1 }) ?? '', /^the VAT on the fee must be a percentage/)
  assert.equal(fees({ fixedMinor: -1n }), 'the fixed fee must be zero or more')
  assert.equal(fees({ fixedMinor: 999_999_999_01n }), 'the fixed fee must be at most 999999999')
})
