import { openClient } from '../testkit/client.ts'
import { inParallel } from '../testkit/parallel.ts'
import { type Merchant, newMerchant } from '../testkit/shop.ts'
import { failureOf, neverMs } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { newPayment } from './new-payment.ts'
import {
  captureSoon,
  type NamingShop,
  nameCapturesBefore,
  nameCapturesMeanwhile,
  nameRefunds,
} from './reserved-movements.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'
import { checkUnsettleable } from './unsettleable.ts'

/**
 * P15: merchants name their movements as the service names its own. All due payments are settled, of these merchants
 * and of all others.
 */
export async function run(context: Context): Promise<Verdict> {
  // A sweep takes two hundred payments at a time. More unsettled ones than that would stop it for good.
  const payments = context.breakage === undefined ? context.size(220, 2_000) : 220
  const timeoutMs = context.breakage === undefined ? neverMs : 20_000
  const environment = await openTestEnvironment(context, 'p15')
  const troubles = new Map<string, string>()
  const tally = { payments: 0, calls: 0, 'taken as ordinary names': 0, refused: 0 }
  const openShop = async (): Promise<NamingShop> => {
    const merchant = await newMerchant(environment.client)
    const client = openClient(environment.service.urls.uae, merchant.keys.live.secret, 16)
    return {
      ...{ environment, merchant, client, timeoutMs },
      async try(what, path, body) {
        const answer = await client.call('POST', path, body)
        tally.calls += 1
        if (answer.status === 200) tally['taken as ordinary names'] += 1
        else tally.refused += 1
        if (![200, 400, 409].includes(answer.status))
          troubles.set(what, `${what} was answered with ${answer.status}: ${answer.text.slice(0, 150)}`)
        return answer
      },
    }
  }
  const shops = [await openShop(), await openShop(), await openShop()] as const
  const [clocked, swept, disputed] = shops
  try {
    const others = await inParallel(3, () => newQuietMerchant(environment))
    const violations = [
      ...(await nameCapturesBefore(clocked, payments)),
      ...(await nameCapturesMeanwhile(swept, Math.ceil(payments / 4))),
      ...(await nameRefunds(disputed, Math.ceil(payments / 20))),
      ...(await checkOthers(environment, others, timeoutMs)),
      ...(await checkUnsettleable(environment, timeoutMs)),
    ]
    const [counted] = await environment.records.query('select count(*)::int as count from payments')
    tally.payments = Number(counted?.['count'])
    return {
      counts: tally,
      violations: [...troubles.values(), ...violations, ...(await environment.records.checkIntegrity())],
    }
  } finally {
    for (const { client } of shops) await client.close()
    await environment.close()
  }
}

async function newQuietMerchant(environment: TestEnvironment): Promise<Merchant> {
  const merchant = await newMerchant(environment.client)
  await captureSoon(environment, merchant.id)
  return merchant
}

/** Checks other merchants, whose payments fall due after all of those. */
async function checkOthers(
  { client, records }: TestEnvironment,
  others: readonly Merchant[],
  timeoutMs: number,
): Promise<string[]> {
  for (const { keys } of others) {
    await inParallel(20, () => newPayment(client.as(keys.live.secret), 100_00, 'main'))
  }
  const ids = others.map(({ id }) => `'${id}'`).join()
  const left = `select from payments where merchant_id in (${ids}) and status <> 'CLOSED'`
  return failureOf(records.waitUntilNone('what is due of other merchants is settled', left, { timeoutMs }))
}
