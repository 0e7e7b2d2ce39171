import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { tryRules } from '../../src/platform/people/sign-in/tries.ts'
import { newBackOfficeVisitor, password, trySignIn } from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
after(() => service.close())
const url = service.urls.uae

/** The outcome of a sign-in from an address. */
async function tryFrom(address: string, email: string, given: string): Promise<number> {
  const visitor = newBackOfficeVisitor(url)
  const headers = { 'x-forwarded-for': address }
  await visitor.get('/dashboard/sign-in', headers)
  return (await visitor.send('/dashboard/sign-in', { email, password: given }, headers)).status
}

const many = <T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)))
const count = (statuses: readonly number[], status: number): number => statuses.filter((one) => one === status).length

test('concurrent guesses: ten are checked; then even the right password is refused for a quarter of an hour', async () => {
  const guesses = await many(30, (index) => tryFrom(`203.0.113.${index}`, 'analyst@demo.test', `wrong-${index}`))
  assert.deepEqual([count(guesses, 422), count(guesses, 429)], [10, 20])
  assert.equal(await tryFrom('198.51.100.1', 'analyst@demo.test', password), 429)
  assert.equal(await tryFrom('203.0.113.1', 'developer@demo.test', password), 303)
  service.clock.advance(tryRules.windowMs - 1)
  assert.equal(await tryFrom('198.51.100.1', 'Analyst@demo.test', password), 429)
  service.clock.advance(1)
  assert.equal(await tryFrom('198.51.100.1', 'analyst@demo.test', password), 303)
})

test('an unknown e-mail is locked as soon, with the same words', async () => {
  const answers = []
  for (const email of ['admin@other.test', 'nobody@other.test']) {
    const pages = []
    for (let guess = 0; guess < 11; guess += 1) {
      const visitor = newBackOfficeVisitor(url)
      const { status, text, headers } = await trySignIn(visitor, email, 'wrong')
      const blank = text.replace(/name="form_token" value="[^"]+"/, '').replaceAll(email, '')
      pages.push({ status, blank, retryAfter: headers.get('retry-after') })
    }
    answers.push(pages)
  }
  assert.deepEqual(answers[0], answers[1])
  assert.deepEqual(
    answers[0]?.map(({ status }) => status),
    [...Array(10).fill(422), 429],
  )
})

test('correct sign-ins do not count as guesses, however many run at once', async () => {
  assert.equal(count(await many(15, () => tryFrom('192.0.2.1', 'admin@ksa.test', password)), 303), 15)
  for (let guess = 0; guess < 9; guess += 1) assert.equal(await tryFrom('192.0.2.1', 'admin@ksa.test', 'wrong'), 422)
  assert.equal(count(await many(5, () => tryFrom('192.0.2.1', 'admin@ksa.test', password)), 303), 5)
  assert.equal(await tryFrom('192.0.2.1', 'admin@ksa.test', 'wrong'), 422)
  assert.equal(await tryFrom('192.0.2.1', 'admin@ksa.test', password), 429)
})

test('a hundred failures lock an address, and no other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const guesses = await many(20, (index) => tryFrom('192.0.2.77', `nobody-${round}-${index}@demo.test`, 'wrong'))
    assert.equal(count(guesses, 422), 20)
  }
  assert.equal(count(await many(10, (index) => tryFrom('192.0.2.77', `nobody-${index}@demo.test`, 'wrong')), 429), 10)
  assert.equal(await tryFrom('192.0.2.77', 'admin@demo.test', password), 429)
  assert.equal(await tryFrom('192.0.2.78', 'admin@demo.test', password), 303)
})
