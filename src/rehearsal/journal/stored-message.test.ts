import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { scrub, scrubMessage } from './stored-message.ts'

const bodyOf = (body: string): string => scrubMessage({ headers: {}, body }).body ?? ''

test('a secret is removed at any place of its member, and with any value', () => {
  const names = ['authorization', 'value', 'Password', 'token', 'signing_secret', 'secret', 'api_key', 'cvc']
  for (const name of names)
    for (const value of ['hidden', { of: 'hidden' }, ['hidden'], 8888])
      assert.deepEqual(JSON.parse(bodyOf(JSON.stringify({ a: [{ [name]: value, b: 1 }] }))), {
        a: [{ [name]: '[removed]', b: 1 }],
      })
})

test('a code of digits is removed and the code of an error stays; a card number is removed and an instalment number stays', () => {
  const body = { errors: [{ code: 'invalid_value' }], installments: [{ number: 1 }], card: { brand: 'visa' } }
  assert.equal(bodyOf(JSON.stringify(body)), JSON.stringify(body))
  const secrets = { code: '8888', number: '4242 4242', card: '42424242' }
  assert.deepEqual(JSON.parse(bodyOf(JSON.stringify(secrets))), {
    code: '[removed]',
    number: '[removed]',
    card: '[removed]',
  })
  const inOtherDigits = { code: '٨٨٨٨', number: '۴۲۴۲ ۴۲۴۲' }
  assert.deepEqual(JSON.parse(bodyOf(JSON.stringify(inOtherDigits))), { code: '[removed]', number: '[removed]' })
})

test('text that is no JSON: secrets are removed by their names, too', () => {
  assert.equal(bodyOf('{"token":"hidden","code":8888,"more":'), '{"token":"[removed]","code":"[removed]","more":')
  assert.equal(bodyOf('{"token":"hid'), '{"token":"[removed]"')
})

test('keys, signing secrets and card numbers are removed in any text; ids and other numbers stay', () => {
  const key = 'sk_test_11111111-1111-4111-8111-111111111111'
  assert.equal(scrub(`a ${key} b`), 'a sk_test_[removed] b')
  assert.equal(scrub('pk_22222222-2222-4222-8222-222222222222'), 'pk_[removed]')
  assert.equal(scrub('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), 'whsec_[removed]')
  for (const card of ['4242424242424242', '4242 4242 4242 4242', '5555-5555-5555-4444', '378282246310005'])
    assert.equal(scrub(`<${card}>`), '<[removed]>')
  for (const card of ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', '۴۲۴۲ ۴۲۴۲ ۴۲۴۲ ۴۲۴۲', '4242٤٢٤٢-4242-4242'])
    assert.equal(scrub(`<${card}>`), '<[removed]>')
  for (const text of ['44444444-4444-4444-8444-444444444444', '4242424242424241', '+971500000001', '340.00'])
    assert.equal(scrub(text), text)
})

test('the stored body is a part of the original, of at most 64 KiB and in whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(70_000), (letters, times) => {
      const body = `x${letters.replaceAll(/["\d_]/g, '')}`.repeat(Math.ceil(times / (letters.length + 1)))
      const { body: kept, isCut } = scrubMessage({ headers: {}, body })
      assert.ok(Buffer.byteLength(kept ?? '') <= 65_536)
      assert.ok(body.startsWith(kept ?? 'nothing'))
      assert.equal(isCut, kept !== body)
    }),
    { numRuns: 50 },
  )
})
