import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Verdict } from './context.ts'
import { type Call, type Order, record, seenIn } from './history.ts'
import { examinePayment, examineServerErrors } from './invariants.ts'
import { newPayment, succeed } from './shop.ts'
import { openStand, type Stand } from './stand.ts'

const amount = 300_00
const atOnce = 100

/** P5: so many calls at once with one reference; money moves once and everybody is told so. */
export async function run(context: Context): Promise<Verdict> {
  const rounds = context.size(50, 1_000)
  const stand = await openStand(context, 'p5', { connections: atOnce })
  const violations: string[] = []
  let calls = 0
  try {
    for (let round = 1; round <= rounds && violations.length < 5; round += 1) {
      const wrong = await playRound(context, stand, round)
      calls += wrong.calls
      violations.push(...wrong.violations.map((what) => `round ${round}: ${what}`))
    }
    violations.push(...(await stand.records.examine()))
  } finally {
    await stand.close()
  }
  return { counts: { rounds, 'calls at once': atOnce, calls }, violations }
}

async function playRound(context: Context, { client }: Stand, round: number) {
  const id = await newPayment(client, amount)
  const history: Call[] = []
  const isRefund = round % 2 === 0
  if (isRefund) {
    const whole = await record(client, { payment: id, kind: 'capture', reference: 'whole', minor: amount })
    if (whole !== undefined) history.push(whole)
  }
  const order: Order = { payment: id, kind: isRefund ? 'refund' : 'capture', reference: `only-${round}`, minor: 2_00 }
  const random = context.random(`p5 ${round}`)
  const untold: string[] = []
  const play = async (): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const call = await record(client, order)
      if (call !== undefined) history.push(call)
      if (call?.outcome.is === 'done') return
      if (call?.outcome.is !== 'locked') return void untold.push(`was answered with ${JSON.stringify(call?.outcome)}`)
      await wait(random.between(1, 10 * tries))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, play))
  const end = seenIn(succeed(await client.call('GET', `/api/v2/payments/${id}`)).body)
  const violations = [...untold, ...examinePayment(id, amount, end, history), ...examineServerErrors(history)]
  return { calls: history.length, violations }
}
