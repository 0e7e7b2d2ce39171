import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { test } from 'node:test'
import { slowArgon2id } from './argon2.ts'

test('the hash in JavaScript equals the hash of Node', async () => {
  for (const [memory, passes, parallelism] of [
    [256, 2, 1],
    [64, 3, 2],
  ] as const) {
    const message = Buffer.from('مرحبا correct horse')
    const of = { message, nonce: Buffer.alloc(16, 7), tagLength: 32, memory, passes, parallelism }
    assert.deepEqual(Buffer.from(await slowArgon2id(of)), crypto.argon2Sync('argon2id', of))
  }
})
