import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liveMoney } from '../../testkit/money-life.ts'
import { seeded } from '../../testkit/random.ts'
import { askDoctor } from '../support/doctor.ts'
import { startTestService } from '../support/service.ts'

for (const seed of [1, 2]) {
  test(`the doctor finds nothing wrong with random history ${seed}`, async () => {
    const service = await startTestService({ workers: true })
    try {
      const { urls, database } = service
      const broken = await liveMoney({ urls, query: database.query }, seeded(seed, 'money'), 200)
      assert.deepEqual(broken, [])
      assert.deepEqual(await askDoctor(service.app), [])
    } finally {
      await service.close()
    }
  })
}
