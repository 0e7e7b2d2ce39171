import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { sandboxPassword, sandboxPasswordHash } from '../demo-people.ts'
import { hashPassword, isPassword } from './password.ts'

test('a password matches only its own hash, and each hash has its own salt', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(one, other)
  const judged = ['correct horse', 'correct horse ', 'Correct horse', ''].map((given) => isPassword(given, one))
  assert.deepEqual(await Promise.all(judged), [true, false, false, false])
})

test('both encodings of a letter are equal', async () => {
  assert.ok(await isPassword('ma\u0301s', await hashPassword('m\u00e1s')))
})

test('a hash of another cost is checked at that cost', async () => {
  const salt = Buffer.alloc(16, 7)
  const of = {
    message: Buffer.from('correct horse'),
    nonce: salt,
    tagLength: 32,
    memory: 8_192,
    passes: 3,
    parallelism: 2,
  }
  const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
  const kept = `$argon2id$v=19$m=8192,t=3,p=2$${text(salt)}$${text(argon2Sync('argon2id', of))}`
  const judged = ['correct horse', 'Correct horse'].map((given) => isPassword(given, kept))
  assert.deepEqual(await Promise.all(judged), [true, false])
})

test('without a stored password no password is right', async () => {
  assert.equal(await isPassword('', null), false)
})

test('the stored hash of sandboxes matches their password', async () => {
  assert.ok(await isPassword(sandboxPassword, sandboxPasswordHash))
})
