import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.close())

const explain = (...args: string[]): Promise<CommandResult> =>
  runQist(service.database.url, service.app.config.dataDir, 'explain', ...args)

test('the story of a payment is told in order, also of what happened within one second', async () => {
  const shop = openShop(service.urls.uae, demoKey(1))
  const id = await shop.capturedPayment('340.00')
  const { code, stdout, stderr } = await explain(id)
  assert.equal(code, 0, stderr)
  const told = stdout.split('\n').flatMap((line) => line.match(/^\S+Z {2}(approved|\w+)/)?.[1] ?? [])
  assert.deepEqual(told.slice(0, 5), ['approved', 'create', 'charge', 'authorize', 'capture'])
  assert.match(stdout, /\n {2}the next charge by itself: \S+Z/)
})

test('what is no payment is said in one line', async () => {
  const unknown = await explain('00000000-0000-4000-8000-000000000000')
  assert.deepEqual([unknown.code, unknown.stderr.trim().split('\n').length], [1, 1])
  assert.match(unknown.stderr, /^qist: no such payment: 0{8}-/)
  assert.match((await explain('x')).stderr, /Not a UUID/)
})
