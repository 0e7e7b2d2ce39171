import { writeFileSync } from 'node:fs'
import { playArabia } from './arabia.ts'
import { playDisputes } from './disputes.ts'
import { playEmirates } from './emirates.ts'
import { exportAll } from './export.ts'
import { playNow } from './now.ts'
import { playPlans } from './plans.ts'
import { openStreet } from './street.ts'

// Writes what the version before the whole chart of accounts leaves to its successor, for `test/migrations/`: its tables and its
// answers. This version cannot, so the folder is copied into a checkout of commit bb9aa1e and run there:
// `npx node scripts/upgrade-fixture/write-fixture.ts FILE`.
const street = await openStreet()
try {
  await playEmirates(street)
  await playDisputes(street)
  await playPlans(street)
  await playArabia(street)
  // What was sent by text is seen for an hour.
  street.api.service.clock.advance(61 * 60_000)
  await street.api.service.app.messengers.test.forgetOld()
  await playNow(street)
  const lines = await exportAll(street)
  writeFileSync(process.argv[2] ?? 'fixture.jsonl', `${lines.join('\n')}\n`)
} finally {
  await street.close()
  // The test server goes with the process.
  process.exit()
}
