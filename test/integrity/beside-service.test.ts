import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openApp } from '../../src/platform/app/open-app.ts'
import { openDb } from '../../src/platform/db/db.ts'
import { commandLimits } from '../../src/platform/db/limits.ts'
import { liveMoney } from '../../testkit/money-life.ts'
import { seeded } from '../../testkit/random.ts'
import { askDoctor } from '../support/doctor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService({ workers: true })
// The doctor runs as a second process, as far as connections go.
const db = openDb({ connection: service.database.connection, connections: 4, limits: commandLimits })
const app = openApp(service.app.config, db, service.app.log, service.clock)
after(async () => {
  await app.outbound.close()
  await db.close()
  await service.close()
})

test('repeated runs of the doctor on a busy service find nothing', async () => {
  const { urls, database } = service
  let isOver = false
  const living = Promise.all(
    [1, 2, 3, 4].map((shop) => liveMoney({ urls, query: database.query }, seeded(shop, 'beside'), 80)),
  ).finally(() => {
    isOver = true
  })
  let runs = 0
  while (!isOver) {
    assert.deepEqual(await askDoctor(app), [])
    runs += 1
  }
  assert.deepEqual((await living).flat(), [])
  assert.ok(runs >= 3, `${runs}`)
})
