import { writeFileSync } from 'node:fs'
import { playArabia } from './arabia.ts'
import { playDisputes } from './disputes.ts'
import { playEmirates } from './emirates.ts'
import { exportAll } from './export.ts'
import { playNow } from './now.ts'
import { playPlans } from './plans.ts'
import { openStreet } from './street.ts'

// Writes the tables and answers of the version before the whole chart of accounts, for `test/migrations/`. This version
// cannot write them: copy this folder into a checkout of commit bb9aa1e and run `npx node
// scripts/upgrade-fixture/write-fixture.ts FILE` there.
const street = await openStreet()
try {
  await playEmirates(street)
  await playDisputes(street)
  await playPlans(street)
  await playArabia(street)
  // Text messages are visible for an hour.
  street.api.service.clock.advance(61 * 60_000)
  await street.api.service.app.messengers.test.forgetOld()
  await playNow(street)
  const lines = await exportAll(street)
  writeFileSync(process.argv[2] ?? 'fixture.jsonl', `${lines.join('\n')}\n`)
} finally {
  await street.close()
  // The test server ends with the process.
  process.exit()
}
