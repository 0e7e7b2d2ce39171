import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, test } from 'node:test'
import type { Queryable } from '../../src/platform/db/db.ts'

// What takes time is written down: hashing, before the service gets to know it, and statements.
const work: string[] = []
const hash = crypto.argon2 as (...given: unknown[]) => unknown
crypto.argon2 = ((...given: unknown[]) => {
  const { memory, passes, parallelism } = given[1] as Record<string, number>
  work.push(`${given[0]} of ${memory} KiB, ${passes} times, ${parallelism} wide`)
  return hash(...given)
}) as never
syncBuiltinESMExports()

const { startTestService } = await import('../support/service.ts')
const { newBackOfficeVisitor, trySignIn } = await import('../../testkit/back-office-visitor.ts')
const service = await startTestService()
after(() => service.close())
const { db } = service.app
const run = db.run.bind(db)
const noted: Queryable['run'] = (statement, params) => {
  work.push(statement.name)
  return run(statement, params)
}
Object.assign(db, { run: noted })

/** What is done for a sign-in that fails. */
async function workFor(email: string, backOffice: 'dashboard' | 'support'): Promise<string[]> {
  const visitor = newBackOfficeVisitor(service.urls.uae)
  await visitor.get(`/${backOffice}/sign-in`)
  work.length = 0
  const { status } = await trySignIn(visitor, email, 'not the password', backOffice)
  assert.equal(status, 422)
  return [...work]
}

test('for an e-mail that nobody has as much is done as for a wrong password: the same statements, one hash of the same cost', async () => {
  for (const [backOffice, known] of [
    ['dashboard', 'admin@demo.test'],
    ['support', 'agent@support.test'],
  ] as const) {
    const expected = await workFor(known, backOffice)
    assert.equal(expected.filter((one) => one === 'argon2id of 19456 KiB, 2 times, 1 wide').length, 1)
    assert.ok(expected.length > 5)
    for (const unknown of ['nobody@demo.test', 'admin@demo.test.', 'no e-mail at all'])
      assert.deepEqual(await workFor(unknown, backOffice), expected, unknown)
  }
})

test('and as much for somebody who has no password, because another service vouches for them', async () => {
  const expected = await workFor('admin@other.test', 'dashboard')
  await service.database.query(`update persons set password_hash = null where email = 'admin@ksa.test'`)
  assert.deepEqual(await workFor('admin@ksa.test', 'dashboard'), expected)
})
