import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, test } from 'node:test'
import type { Queryable } from '../../src/platform/db/db.ts'

// The test counts the slow operations: password hashes and statements.
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

/** Returns the operations of a failed sign-in. */
async function workFor(email: string, backOffice: 'dashboard' | 'support'): Promise<string[]> {
  const visitor = newBackOfficeVisitor(service.urls.uae)
  await visitor.get(`/${backOffice}/sign-in`)
  work.length = 0
  const { status } = await trySignIn(visitor, email, 'not the password', backOffice)
  assert.equal(status, 422)
  return [...work]
}

test('enumeration: an unknown e-mail costs the same statements and hash as a wrong password', async () => {
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

test('enumeration: a person without a password, who signs in by single sign-on, costs the same', async () => {
  const expected = await workFor('admin@other.test', 'dashboard')
  await service.database.query(`update persons set password_hash = null where email = 'admin@ksa.test'`)
  assert.deepEqual(await workFor('admin@ksa.test', 'dashboard'), expected)
})
