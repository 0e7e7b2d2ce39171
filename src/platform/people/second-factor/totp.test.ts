import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret } from 'otpauth'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpAddress, totpCode } from './totp.ts'

// The secret and the times of RFC 6238, appendix B. The codes are the last six of its eight digits.
const secret = Secret.fromUTF8('12345678901234567890').base32
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

for (const [seconds, code] of vectors) {
  test(`the code at ${seconds} s equals that of the standard`, () =>
    assert.equal(totpCode(secret, seconds * 1_000), code))
}

test('a code works 30 seconds before and after its period, and not after it or a later one was used', () => {
  const now = 1_234_567_890_000
  const code = totpCode(secret, now)
  const step = BigInt(Math.floor(now / 30_000))
  for (const at of [now - 30_000, now, now + 30_000]) assert.equal(stepOfCode(secret, code, null, at), step)
  for (const at of [now - 60_000, now + 60_000]) assert.equal(stepOfCode(secret, code, null, at), undefined)
  assert.equal(stepOfCode(secret, code, step - 1n, now), step)
  for (const last of [step, step + 1n]) assert.equal(stepOfCode(secret, code, last, now), undefined)
})

test('a code may have Arabic digits and spaces', () => {
  const now = 1_234_567_890_000
  assert.equal(totpCode(secret, now), '005924')
  for (const typed of ['٠٠٥٩٢٤', '005 924', ' 005924 '])
    assert.notEqual(stepOfCode(secret, typed, null, now), undefined)
})

test('a text without six digits is refused', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '-12345', '1e5000'])
    assert.equal(stepOfCode(secret, code, null, 0), undefined)
})

test('each secret is new, and its address has the form of authenticator apps', () => {
  assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/)
  assert.notEqual(newTotpSecret(), newTotpSecret())
  assert.equal(totpAddress('ABC', 'a b@x.test', 'Qist'), 'otpauth://totp/Qist:a%20b%40x.test?secret=ABC&issuer=Qist')
})

test('recovery codes differ, and case, spaces and dashes do not matter', () => {
  const codes = newRecoveryCodes()
  assert.equal(new Set(codes).size, 10)
  const [code = ''] = codes
  assert.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
  assert.deepEqual(hashRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')} `), hashRecoveryCode(code))
  for (const wrong of ['', '123456', code.slice(1), `${code}A`]) assert.equal(hashRecoveryCode(wrong), undefined)
})
