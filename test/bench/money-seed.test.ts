import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { writeMoney } from '../../bench/money-seed.ts'
import { askDoctor } from '../support/doctor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
after(() => service.close())

test('generated money is settled and paid, and the doctor finds nothing', async () => {
  await writeMoney(service.app, service.database.query, 150)
  assert.deepEqual(await askDoctor(service.app), [])
  const [counted] = await service.database.query(
    `select (select count(*)::int from payments) as payments, (select count(*) > 100 from settlements) as settled,
       (select count(*) > 0 from payouts) as paid, (select count(*) = 0 from unsealed_entries) as sealed`,
  )
  assert.deepEqual(counted, { payments: 150, settled: true, paid: true, sealed: true })
})
