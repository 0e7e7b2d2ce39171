import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { playHistories } from '../support/play-histories.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { lives } from './settlement-commands.ts'
import { playSettlements } from './settlement-player.ts'

let service: TestService

before(async () => {
  service = await startTestService()
})
after(() => service.close())

test('random lives of two stores are settled and paid as in the model, to the minor unit, and closed days never change', async () => {
  await playHistories(lives, (life) => playSettlements(service, life), { numRuns: 20, seconds: 40 })
})

test('no event in these lives is logged as a failure', () => {
  assert.deepEqual(
    service.logged.filter((line) => line['level'] === 'error'),
    [],
  )
})
