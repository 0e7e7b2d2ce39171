import { succeed } from '../testkit/client.ts'
import { workersAtOnce } from '../testkit/parallel.ts'
import type { Context, Verdict } from './context.ts'
import { type Call, type Order, type Outcome, recordAnswered, recordUntilFree, visiblePaymentOf } from './history.ts'
import { checkPayment, checkTroubles } from './invariants.ts'
import { newPayment } from './new-payment.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

const amount = 300_00
const atOnce = 100

/**
 * P5: sends one hundred calls at once with one reference. Money moves once, and every call is answered with that
 * movement.
 */
export async function run(context: Context): Promise<Verdict> {
  const rounds = context.size(50, 1_000)
  const environment = await openTestEnvironment(context, 'p5', { connections: atOnce })
  const violations: string[] = []
  let calls = 0
  try {
    for (let round = 1; round <= rounds && violations.length < 5; round += 1) {
      const wrong = await playRound(context, environment, round)
      calls += wrong.calls
      violations.push(...wrong.violations.map((what) => `round ${round}: ${what}`))
      context.progress(round, rounds, 'rounds')
    }
    violations.push(...(await environment.records.checkIntegrity()))
  } finally {
    await environment.close()
  }
  return { counts: { rounds, 'calls at once': atOnce, calls }, violations }
}

async function playRound(context: Context, { client }: TestEnvironment, round: number) {
  const id = await newPayment(client, amount)
  const history: Call[] = []
  const isRefund = round % 2 === 0
  if (isRefund) {
    history.push(await recordAnswered(client, { payment: id, kind: 'capture', reference: 'whole', minor: amount }))
  }
  const order: Order = { payment: id, kind: isRefund ? 'refund' : 'capture', reference: `only-${round}`, minor: 2_00 }
  const random = context.random(`p5 ${round}`)
  const unshown: string[] = []
  const play = async (): Promise<void> => {
    const calls = await recordUntilFree(client, order, (tries) => random.between(1, 10 * tries))
    history.push(...calls)
    const outcome = calls.at(-1)?.outcome
    if (outcome === undefined || !shows(outcome, order)) unshown.push(`was answered with ${JSON.stringify(outcome)}`)
  }
  await workersAtOnce(atOnce, play)
  const end = visiblePaymentOf(succeed(await client.call('GET', `/api/v2/payments/${id}`)).body)
  const violations = [...unshown, ...checkPayment(id, amount, end, history), ...checkTroubles(history)]
  return { calls: history.length, violations }
}

// Each answer must show the movement, once.
function shows(outcome: Outcome, { kind, reference, minor }: Order): boolean {
  if (outcome.is !== 'done') return false
  const shown = kind === 'refund' ? outcome.payment.refunds : outcome.payment.captures
  const own = shown.filter((movement) => movement.reference === reference)
  return own.length === 1 && own[0]?.minor === minor
}
