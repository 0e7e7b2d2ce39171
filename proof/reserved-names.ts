import { openClient } from '../testkit/client.ts'
import { insist, neverMs } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { inParallel } from './parallel.ts'
import { captureSoon, type Hand, nameCapturesBefore, nameCapturesMeanwhile, nameRefunds } from './reserved-moves.ts'
import { newMerchant, newPayment } from './shop.ts'
import { openStand, type Stand } from './test-environment.ts'
import { examineUnsettleable } from './unsettleable.ts'

/** P15: merchants name their movements as the service names its own; whatever falls due is settled, of them and of all others. */
export async function run(context: Context): Promise<Verdict> {
  // A sweep takes two hundred at a time: more than that stop it for good where none of them can be settled.
  const payments = context.breakage === undefined ? context.size(220, 2_000) : 220
  const patienceMs = context.breakage === undefined ? neverMs : 20_000
  const stand = await openStand(context, 'p15')
  const troubles = new Map<string, string>()
  const tally = { payments: 0, calls: 0, 'taken as ordinary names': 0, refused: 0 }
  const hire = async (): Promise<Hand> => {
    const merchant = await newMerchant(stand.client)
    const client = openClient(stand.service.urls.uae, merchant.keys.live.secret, 16)
    return {
      ...{ stand, merchant, client, patienceMs },
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
  const hands = [await hire(), await hire(), await hire()] as const
  const [clocked, swept, disputed] = hands
  try {
    const others = await inParallel(3, () => newQuietMerchant(stand))
    const violations = [
      ...(await nameCapturesBefore(clocked, payments)),
      ...(await nameCapturesMeanwhile(swept, Math.ceil(payments / 4))),
      ...(await nameRefunds(disputed, Math.ceil(payments / 20))),
      ...(await examineOthers(stand, others, patienceMs)),
      ...(await examineUnsettleable(stand, patienceMs)),
    ]
    const [counted] = await stand.records.query('select count(*)::int as count from payments')
    tally.payments = Number(counted?.['count'])
    return { counts: tally, violations: [...troubles.values(), ...violations, ...(await stand.records.examine())] }
  } finally {
    for (const { client } of hands) await client.close()
    await stand.close()
  }
}

interface QuietMerchant {
  readonly id: string
  readonly secret: string
}

async function newQuietMerchant(stand: Stand): Promise<QuietMerchant> {
  const { id, keys } = await newMerchant(stand.client)
  await captureSoon(stand, id)
  return { id, secret: keys.live.secret }
}

/** Merchants that do nothing wrong, whose payments fall due behind all the others. */
async function examineOthers(stand: Stand, others: readonly QuietMerchant[], longestMs: number): Promise<string[]> {
  for (const { secret } of others) {
    const client = openClient(stand.service.urls.uae, secret, 8)
    await inParallel(20, () => newPayment(client, 100_00, 'main')).finally(() => client.close())
  }
  const ids = others.map(({ id }) => `'${id}'`).join()
  const left = `select from payments where merchant_id in (${ids}) and status <> 'CLOSED'`
  const isSettled = async (): Promise<true | undefined> => (await stand.records.query(left)).length === 0 || undefined
  const settled = insist('what is due of other merchants is settled', isSettled, () => 100, longestMs)
  return settled.then(
    () => [],
    (error: Error) => [error.message],
  )
}
