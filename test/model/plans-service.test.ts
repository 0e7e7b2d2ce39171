import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dueReturns } from '../../src/money/collections/due-returns.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { type PlayedService, playOverTheWire } from '../../testkit/plan-service.ts'
import { serviceHistories } from '../../testkit/plan-service-histories.ts'
import { openShop } from '../../testkit/shop.ts'
import { playHistories } from '../support/play-histories.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let played: PlayedService

before(async () => {
  service = await startTestService()
  played = {
    as: (key) => openShop(service.urls.uae, key),
    hurry: async () => {
      await service.database.query(`update returns set resolve_at = statement_timestamp() where state = 'waiting'`)
      await settleDue(service.app, dueReturns)
    },
  }
})
after(() => service.close())

// The proof (P23) plays 50 histories in its short form and 2,000 in its long one.
test("random histories of a plan agree with the model over the wire, and with the processor's books", async () => {
  await playHistories(serviceHistories, (history) => playOverTheWire(played, history), { numRuns: 20, seconds: 90 })
})

test('only returns that the card refused are logged as failures', () => {
  const isOfReturns = /^a return to a card has failed$/
  // Two returns of a payment that fail at once compete for its row.
  const isContended = (line: Record<string, unknown>): boolean => line['reason'] === 'Refusal'
  const errors = service.logged.filter((line) => line['level'] === 'error' && !isOfReturns.test(`${line['msg']}`))
  assert.deepEqual(
    errors.filter((line) => !isContended(line)),
    [],
  )
})
