import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { sandboxPassword, sandboxPasswordHash } from '../demo-people.ts'
import { hashPassword, isPassword } from './password.ts'

test('a password is told from every other, and kept with salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(one, other)
  const judged = ['correct horse', 'correct horse ', 'Correct horse', ''].map((given) => isPassword(given, one))
  assert.deepEqual(await Promise.all(judged), [true, false, false, false])
})

test('a letter that can be written in two ways is the same', async () => {
  assert.ok(await isPassword('ma\u0301s', await hashPassword('m\u00e1s')))
})

test('what was kept at another cost is judged at that one', async () => {
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

test('where there is no password none is right', async () => {
  assert.equal(await isPassword('', null), false)
})

test('what is kept of the password of sandboxes is of that password', async () => {
  assert.ok(await isPassword(sandboxPassword, sandboxPasswordHash))
})
