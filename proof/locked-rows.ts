import { openClient, succeed } from '../testkit/client.ts'
import { holdRows } from '../testkit/held-rows.ts'
import { openReceiver } from '../testkit/receiver.ts'
import { newMerchant } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { lockedSetups } from './locked-setups.ts'
import { openTestEnvironment } from './test-environment.ts'
import { injectUnderLoad } from './under-load.ts'
import type { LockedSetup } from './while-held.ts'

/** The number of calls of other merchants that are acknowledged while a row is locked. */
const servedMeanwhile = 100
/** How long the row is locked, in milliseconds, if those calls are not served. */
const heldMs = 60_000
const heldMsInSelfTest = 20_000

/**
 * P18: rows of one merchant are locked from outside. This merchant's calls are refused at once, and all others
 * continue.
 */
export async function run(context: Context): Promise<Verdict> {
  const receiver = await openReceiver({ keeps: false })
  const environment = await openTestEnvironment(context, 'p18', {
    env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}` },
  })
  const merchant = await newMerchant(environment.client)
  const client = openClient(environment.service.urls.uae, merchant.keys.live.secret, 32)
  const timeoutMs = context.breakage === undefined ? heldMs : heldMsInSelfTest
  const violations: string[] = []
  const held = new Map<string, number>()
  let arrived = 0
  receiver.answer = (_, response) => {
    arrived += 1
    response.end('ok')
  }
  try {
    succeed(await environment.client.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook' }))
    const verdict = await injectUnderLoad(context, {
      name: 'p18',
      times: context.size(lockedSetups.length, 20 * lockedSetups.length),
      unit: 'rows held',
      environment,
      async inject({ load, random }, number) {
        const chosen = lockedSetups[(number - 1) % lockedSetups.length]
        // After a violation the other rows are skipped: each would take the whole time of the lock.
        if (chosen === undefined || violations.length > 0) return
        const setup: LockedSetup = {
          ...{ environment, merchant, client, random, number, timeoutMs },
          hold: (sql) => holdRows({ connectionString: environment.databaseUrl, application_name: 'proof' }, sql),
          arrived: () => arrived,
          served: () => load.served(servedMeanwhile, timeoutMs),
        }
        violations.push(...(await chosen.run(setup)).map((what) => `${chosen.name}: ${what}`))
        held.set(chosen.name, (held.get(chosen.name) ?? 0) + 1)
      },
      counts: () => ({ 'they were': [...held].map(([name, times]) => `${name} × ${times}`).join(', ') }),
    })
    return { ...verdict, violations: [...violations, ...verdict.violations] }
  } finally {
    await client.close()
    await environment.close()
    await receiver.close()
  }
}
