import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { openSecrets, readOrMakeKey } from './secrets.ts'

const newKey = (): string => randomBytes(32).toString('hex')

test('an encrypted text can be decrypted by its owner only', () => {
  const secrets = openSecrets(newKey())
  const owner = randomUUID()
  fc.assert(fc.property(fc.string(), (text) => secrets.decrypt(secrets.encrypt(text, owner), owner) === text))
  assert.throws(() => secrets.decrypt(secrets.encrypt('s3cret', owner), randomUUID()))
})

test('the same text has a different ciphertext each time, and its content does not show', () => {
  const secrets = openSecrets(newKey())
  const sealed = [secrets.encrypt('s3cret', 'a'), secrets.encrypt('s3cret', 'a')]
  assert.notDeepEqual(sealed[0], sealed[1])
  assert.ok(sealed.every((one) => !one.includes('s3cret')))
})

test('one flipped bit anywhere makes it unreadable', () => {
  const secrets = openSecrets(newKey())
  const sealed = secrets.encrypt('s3cret', 'a')
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    assert.throws(() => secrets.decrypt(changed, 'a'), `bit ${bit}`)
  }
  assert.throws(() => secrets.decrypt(sealed.subarray(0, 20), 'a'))
})

test('after a change of the key the earlier key still decrypts, and marks texts to encrypt again', () => {
  const [first, next] = [newKey(), newKey()]
  const sealed = openSecrets(first).encrypt('s3cret', 'a')
  const both = openSecrets(next, [first])
  assert.equal(both.decrypt(sealed, 'a'), 's3cret')
  assert.equal(both.isCurrent(sealed), false)
  assert.equal(both.isCurrent(both.encrypt('s3cret', 'a')), true)
  assert.throws(() => openSecrets(next).decrypt(sealed, 'a'))
})

test('the key file of the sandbox is made once and readable by its owner only', () => {
  const dir = mkdtempSync(join(tmpdir(), 'qist-secrets-'))
  try {
    const key = readOrMakeKey(join(dir, 'data'), 'secrets.key')
    assert.match(key, /^[0-9a-f]{64}$/)
    assert.equal(readOrMakeKey(join(dir, 'data'), 'secrets.key'), key)
    assert.equal(statSync(join(dir, 'data', 'secrets.key')).mode & 0o777, 0o600)
  } finally {
    rmSync(dir, { recursive: true })
  }
})
