import { failureOf, memberOf } from '../../journal/request-entry.ts'
import { isMisunderstood } from './notices.ts'
import {
  type Call,
  endOf,
  isAct,
  isAfter,
  isMovement,
  isRefused,
  isShopsCapture,
  nameOf,
  type ObservedPayment,
  type ObservedRun,
  type RunEntry,
  readsOf,
  shownStatus,
} from './observed-run.ts'
import { usedTwice } from './references.ts'
import { type Judge, notExercised, verdictOf } from './verdict.ts'

/** P1: the payment is read before the first capture. */
export const readsBeforeCapture: Judge = (run) => {
  const captured = run.payments.flatMap((payment) => {
    const first = payment.calls.find(({ entry }) => entry.operation === 'capturePayment')
    // Captures of unpaid or ended payments, or after a redirect, belong to other checks.
    const isVisited = payment.scenario.redirects.some(({ paymentId }) => paymentId === payment.id)
    return first === undefined || payment.ending !== 'authorized' || isVisited ? [] : [{ payment, first }]
  })
  const evidence = captured
    .filter(({ payment, first }) => !readsOf(run, payment).some((read) => isRead(read, payment, first)))
    .map(({ payment: { scenario }, first }) => ({
      scenario,
      sentence: `A ${nameOf(first)} was asked for before the payment had been read as AUTHORIZED.`,
      shownBy: [first],
    }))
  return verdictOf(evidence, captured.length > 0)
}

function isRead(read: Call, { id }: ObservedPayment, first: Call): boolean {
  const status = shownStatus(read, id)
  return isAfter(first, read) && (status === undefined || ['AUTHORIZED', 'CLOSED'].includes(status))
}

/** P9: a capture of a paid payment is not refused for good. A shop may correct it and capture all. */
export const getsCapturesAccepted: Judge = ({ payments }) => {
  const captures = payments
    .filter(({ scenario, isPaid }) => scenario.name === 'plain' && isPaid)
    .flatMap((payment) =>
      payment.calls
        .filter(({ entry }) => entry.operation === 'capturePayment')
        .map((call) => ({ call, isFinal: isOpenFor(payment, call) && !isCorrected(payment, call) })),
    )
  const evidence = captures
    .filter(({ call, isFinal }) => isFinal && isRefused(call))
    .map(({ call }) => {
      const { status, answer } = call.entry
      const answered = `${status}${failureOf(status ?? 0, answer)}`
      const sentence = `A ${nameOf(call)} of a paid payment was answered ${answered}.`
      return { scenario: call.scenario, sentence, shownBy: [call] }
    })
  return verdictOf(
    evidence,
    captures.some(({ call }) => call.entry.status === 200),
  )
}

// Another capture may close the payment after the call was sent and before it is answered.
function isOpenFor({ changes }: ObservedPayment, call: Call): boolean {
  const last = changes.findLast(
    (change) => change.entry.change?.of === 'payment' && (isAfter(call, change) || change.entry.at <= endOf(call)),
  )
  return last?.entry.change?.status === 'AUTHORIZED'
}

// A capture of a part corrects nothing: what was refused may be missing in it.
function isCorrected({ changes }: ObservedPayment, call: Call): boolean {
  return changes.some(
    (change) => isShopsCapture(change) && isAfter(change, call) && change.entry.change?.status === 'CLOSED',
  )
}

/** P5: an abandoned session's `expired` does not undo an order that was paid through another. */
export const abandonedUndoesNothing: Judge = ({ payments, hasShopCapture }) => {
  const own = payments.filter(({ scenario }) => scenario.name === 'abandoned')
  const paid = own.filter(({ ending }) => ending === 'authorized')
  const left = own.filter(({ ending }) => ending === 'expired' || ending === 'cancelled')
  if (paid.length === 0 || left.length === 0) return notExercised
  const evidence = paid.flatMap(({ scenario, calls, changes }) => {
    const isCaptured = changes.some(isShopsCapture)
    const refunds = calls.filter(({ entry }) => entry.operation === 'refundPayment')
    // A refund of a part, such as a goodwill, leaves the order as it is.
    const undone = isCaptured && movedMinor(changes, 'refund') >= movedMinor(changes, 'capture') ? refunds : []
    const closed = calls.filter(({ entry }) => entry.operation === 'closePayment' && !isCaptured)
    const shownBy = [...undone, ...closed]
    const [first] = shownBy
    if (first === undefined && (isCaptured || !hasShopCapture)) return []
    const what = first === undefined ? 'was not captured' : `was undone by a ${nameOf(first)}`
    const sentence = `An order was paid through one session, and ${what} after the expired of another.`
    return [{ scenario, sentence, shownBy: first === undefined ? changes : shownBy }]
  })
  return verdictOf(evidence, hasShopCapture)
}

function movedMinor(changes: readonly RunEntry[], operation: string): bigint {
  const moved = changes.filter(({ entry }) => entry.operation === operation)
  return moved.reduce((sum, { entry }) => sum + BigInt(entry.change?.amount_minor ?? 0), 0n)
}

/** P6: captured or closed before the 21 days. */
export const settlesInTime: Judge = ({ payments }) => {
  const own = payments.filter(({ scenario, ending }) => scenario.name === 'plain' && ending === 'authorized')
  const late = own.filter((payment) => autoCapture(payment) !== undefined)
  const open = own.filter((payment) => isLeftOpen(payment) && !isMisunderstood(payment) && !payment.calls.some(isAct))
  const evidence = [...late, ...open].map((payment) => ({
    scenario: payment.scenario,
    sentence:
      autoCapture(payment) === undefined
        ? `Payment ${payment.id} was left AUTHORIZED, and 21 days did not pass: whether it is captured or closed in time could not be seen.`
        : `Nobody captured or closed payment ${payment.id} for 21 days, and the service captured all of it.`,
    shownBy: payment.calls,
  }))
  if (late.length === 0 && open.length > 0) return { result: 'review', evidence }
  return verdictOf(
    evidence,
    own.some((payment) => lastStatus(payment) === 'CLOSED'),
  )
}

function autoCapture({ changes }: ObservedPayment) {
  return changes.find(({ entry }) => entry.operation === 'capture' && entry.change?.actor === 'service')
}

function isLeftOpen(payment: ObservedPayment): boolean {
  return lastStatus(payment) === 'AUTHORIZED'
}

function lastStatus({ changes }: ObservedPayment): string | undefined {
  return changes.findLast(({ entry }) => entry.change?.of === 'payment')?.entry.change?.status
}

/** P7: a part shipment closes the rest, refunds come after closing. */
export const closesTheRest: Judge = ({ payments }) => {
  const own = payments.filter(
    ({ scenario, ending }) => ['plain', 'parts'].includes(scenario.name) && ending === 'authorized',
  )
  const parts = own.filter(isShippedInParts)
  const open = parts
    .filter((payment) => isLeftOpen(payment) || autoCapture(payment) !== undefined)
    .map(({ scenario, calls }) => ({
      scenario,
      sentence: 'A part of a payment was captured, and the rest neither captured nor closed.',
      shownBy: calls.filter(isMovement),
    }))
  const early = payments
    .flatMap(({ calls }) => calls)
    .filter((call) => call.entry.operation === 'refundPayment' && isTooEarly(call))
    .map((call) => ({
      scenario: call.scenario,
      sentence: `A ${nameOf(call)} was asked for before the payment was closed.`,
      shownBy: [call],
    }))
  return verdictOf([...open, ...early], parts.length > 0)
}

// Two parts under one reference lose the second part, which is M4's failure.
function isShippedInParts({ calls, changes }: ObservedPayment): boolean {
  const isPart = changes.some(({ entry }) => entry.operation === 'capture' && entry.change?.status === 'AUTHORIZED')
  return isPart && usedTwice(calls.filter((call) => isMovement(call) && call.entry.referenceId !== null)).length === 0
}

function isTooEarly({ entry, answered }: Call): boolean {
  return entry.status === 400 && String(memberOf(answered, 'error')).includes('not closed')
}

/** S1: no secret key from a browser, and no call to another region. */
export const keepsSecretKey: Judge = ({ calls, strayed }) => {
  const secret = calls.filter(({ entry }) => /^Bearer sk_/i.test(entry.request?.headers['authorization'] ?? ''))
  const evidence = secret
    .filter(({ entry }) => entry.request?.headers['origin'] !== undefined)
    .map((call) => ({
      scenario: call.scenario,
      sentence: `A browser called with the secret key, on a page of ${call.entry.request?.headers['origin']}.`,
      shownBy: [call],
    }))
  const elsewhere = strayed.map((call) => ({
    scenario: call.scenario,
    sentence: `A ${call.entry.method} of ${call.entry.path} was sent to the address of another region than that of the key.`,
    shownBy: [call],
  }))
  return verdictOf([...evidence, ...elsewhere], secret.length > 0)
}

/** S2: an unknown member survives: the shop still captures. */
export const toleratesUnknownMembers: Judge = ({ payments, hasShopCapture }) => {
  const met = payments.filter(
    ({ ending, calls, deliveries }) =>
      ending === 'authorized' && [...calls, ...deliveries].some(({ fault }) => fault === 'unknown_member'),
  )
  const evidence = met
    .filter(({ changes }) => hasShopCapture && !changes.some(isShopsCapture))
    .map(({ scenario, calls, deliveries }) => ({
      scenario,
      sentence: 'Answers and notifications had a member that is in no reference, and the payment was not captured.',
      shownBy: [...deliveries, ...calls],
    }))
  return verdictOf(evidence, hasShopCapture && met.length > 0)
}

/** S3: lists are read to the end. */
export const readsListsToTheEnd: Judge = ({ calls }: ObservedRun) => {
  const lists = calls.filter(({ entry }) => entry.operation === 'listPayments').map(pageOf)
  const longer = lists.filter(({ shown, total }) => total > shown)
  const evidence = longer
    .filter(({ call, query, offset }) => {
      return !lists.some((other) => isAfter(other.call, call) && other.query === query && other.offset > offset)
    })
    // The last page is complete. An earlier page must be followed by a later one.
    .filter(({ offset, shown, total }) => offset + shown < total)
    .map(({ call, offset, shown, total }) => ({
      scenario: call.scenario,
      sentence: `A list of ${total} payments was read up to the ${offset + shown}th, and no further.`,
      shownBy: [call],
    }))
  return verdictOf(evidence, longer.length > 0)
}

function pageOf(call: Call) {
  const { searchParams } = new URL(call.entry.path ?? '/', 'http://localhost')
  const offset = Number(searchParams.get('offset') ?? 0)
  const filters = [...searchParams].filter(([name]) => !isPlace(name)).sort()
  const payments = memberOf(call.answered, 'payments')
  const total = Number(memberOf(memberOf(call.answered, 'pagination'), 'total_count') ?? 0)
  return { call, offset, query: JSON.stringify(filters), shown: Array.isArray(payments) ? payments.length : 0, total }
}

// Parameters of the position in a list. A client may fix `created_at__lte` only from the second page on.
function isPlace(name: string): boolean {
  return name === 'offset' || name === 'limit' || name === 'created_at__lte'
}
