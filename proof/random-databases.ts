import { liveMoney } from '../testkit/money-life.ts'
import type { Context, Verdict } from './context.ts'
import { checkFees } from './fee-records.ts'
import { openTestEnvironment } from './test-environment.ts'

const commandsEach = 200

/** P26: the doctor finds nothing in databases after random actions of merchants, customers and clocks. */
export async function run(context: Context): Promise<Verdict> {
  const target = context.size(3, 100)
  const violations: string[] = []
  let databases = 0
  while (databases < target && violations.length === 0) {
    databases += 1
    const environment = await openTestEnvironment(context, `p26_${databases}`)
    try {
      const { service, records } = environment
      const random = context.random(`p26 database ${databases}`)
      const lived = { urls: service.urls, query: records.query }
      violations.push(
        ...(await liveMoney(lived, random, commandsEach)),
        ...(await records.checkIntegrity()),
        ...(await checkFees(records)),
      )
    } finally {
      await environment.close()
    }
    context.progress(databases, target, 'random databases')
  }
  return { counts: { databases, 'commands each': commandsEach }, violations }
}
