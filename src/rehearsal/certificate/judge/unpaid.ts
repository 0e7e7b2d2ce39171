import { answerEvidence, failuresOfClosedFirst } from './notices.ts'
import { type Call, isAct, isAfter, nameOf, type ObservedPayment, type ObservedRun, readsOf } from './observed-run.ts'
import { readsBeforeCapture } from './orders.ts'
import { type Evidence, type Judge, type Limits, type Verdict, verdictOf } from './verdict.ts'

/** A wrong call of the shop on one payment. */
interface Violation extends Evidence {
  /** Whether the shop had not read the payment before. */
  readonly isBlind: boolean
}

function violationsOf(run: ObservedRun, payment: ObservedPayment, why: string, acts: readonly Call[]): Violation[] {
  const { scenario, id } = payment
  const [first] = acts
  if (first === undefined) return []
  const webhookIds = scenario.forged.filter(({ paymentId }) => paymentId === id).map(({ webhookId }) => webhookId)
  const lastRead = readsOf(run, payment).findLast((read) => isAfter(first, read))
  const session = payment.calls.find(({ entry }) => entry.operation === 'createSession')
  const notified = payment.deliveries.findLast((delivery) => isAfter(first, delivery))
  const context = [lastRead ?? session, notified].filter((one) => one !== undefined)
  const sentence = `A ${nameOf(first)} was asked for ${why}.`
  return [{ scenario, sentence, shownBy: acts, context, webhookIds, isBlind: lastRead === undefined }]
}

// A shop that never reads before a capture already fails P1, so consequences of that are only for review.
function verdictOn(run: ObservedRun, limits: Limits, violations: readonly Violation[], isExercised: boolean): Verdict {
  const isOfP1 = violations.length > 0 && violations.every(({ isBlind }) => isBlind)
  if (isOfP1 && readsBeforeCapture(run, limits).result === 'failed') return { result: 'review', evidence: violations }
  return verdictOf(violations, isExercised && run.hasShopCapture)
}

function inScenario({ payments }: ObservedRun, name: string): ObservedPayment[] {
  return payments.filter(({ scenario }) => scenario.name === name)
}

/** W4: `closed` before `authorized` harms nothing. */
export const toleratesClosedFirst: Judge = (run, limits) => {
  const failures = failuresOfClosedFirst(run)
  if (failures.length > 0) return verdictOf(failures.map(answerEvidence), true)
  const payments = inScenario(run, 'closed-first').filter(({ ending }) => ending === 'closed')
  const violations = payments.flatMap((payment) => {
    const closed = payment.deliveries.find(({ entry }) => entry.operation === 'closed' && entry.status !== null)
    const late = payment.calls.filter((call) => isAct(call) && closed !== undefined && call.entry.at >= closed.entry.at)
    return violationsOf(run, payment, 'although closed had come, before authorized', late)
  })
  const isTold = payments.some(({ deliveries }) => {
    const [closed, authorized] = ['closed', 'authorized'].map((status) =>
      deliveries.findIndex(({ entry }) => entry.operation === status && entry.status !== null),
    )
    return closed !== -1 && authorized !== -1 && Number(closed) < Number(authorized)
  })
  return verdictOn(run, limits, violations, isTold)
}

/** W5: a forged notice leads to no capture. */
export const capturesNothingForged: Judge = (run, limits) => {
  const payments = inScenario(run, 'forged').filter(({ isPaid }) => !isPaid)
  const why = 'of a payment that nobody has paid, after a forged notification'
  const violations = payments.flatMap((payment) => violationsOf(run, payment, why, payment.calls.filter(isAct)))
  const isForged = payments.some(({ id, scenario }) =>
    scenario.forged.some(({ paymentId, status }) => paymentId === id && status !== null),
  )
  return verdictOn(run, limits, violations, isForged)
}

/** P2: a success redirect with an unpaid payment triggers nothing, and the shop's page does not say that it is paid. */
export const redirectTriggersNothing: Judge = (run, limits) => {
  const payments = inScenario(run, 'redirect').filter(({ isPaid }) => !isPaid)
  const why = 'after a success redirect, of a payment that nobody has paid'
  const violations = payments.flatMap((payment) => violationsOf(run, payment, why, payment.calls.filter(isAct)))
  const visits = payments.flatMap((payment) =>
    payment.scenario.redirects
      .filter(({ paymentId, status }) => paymentId === payment.id && status !== null)
      .map(({ claim }) => ({ payment, claim })),
  )
  const claimed = visits.flatMap(({ payment: { scenario, calls }, claim }): Violation[] => {
    if (claim === null) return []
    const sentence = `The page after a success redirect says "${claim}", of a payment that nobody has paid.`
    return [{ scenario, sentence, shownBy: calls, isBlind: false }]
  })
  return verdictOn(run, limits, [...violations, ...claimed], visits.length > 0)
}

/** P3: `rejected` with HTTP 200 is not payable. */
export const rejectedIsNotPayable: Judge = (run) => {
  const payments = run.payments.filter(({ statusAtCreation }) => statusAtCreation === 'REJECTED')
  const violations = payments.flatMap((payment) => {
    const acts = payment.calls.filter((call) => isAct(call) || call.entry.operation === 'sendLink')
    return violationsOf(run, payment, 'of a payment that was rejected when its session was created', acts)
  })
  return verdictOf(violations, payments.length > 0 && run.hasShopCapture)
}

const ends = ['rejected', 'expired', 'cancelled'] as const

/** P4: nothing is captured after rejected, expired, cancelled. All three must have been seen. */
export const capturesNothingEnded: Judge = (run) => {
  const payments = inScenario(run, 'ended').filter(({ ending }) => ends.some((end) => end === ending))
  const violations = payments.flatMap((payment) =>
    violationsOf(run, payment, `of a payment that was ${payment.ending}`, payment.calls.filter(isAct)),
  )
  const unseen = ends.filter((end) => !payments.some(({ ending }) => ending === end))
  const verdict = verdictOf(violations, unseen.length === 0 && run.hasShopCapture)
  if (verdict.result !== 'not_exercised' || payments.length === 0 || unseen.length === 0) return verdict
  return { ...verdict, missing: `no payment was ${unseen.join(' or ')}` }
}
