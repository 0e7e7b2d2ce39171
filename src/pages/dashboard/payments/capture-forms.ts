import { randomUUID } from 'node:crypto'
import { capturePayment } from '../../../money/payments/capture-payment.ts'
import { getPayment } from '../../../money/payments/get-payment.ts'
import { leftToCapture, type Payment } from '../../../money/payments/payment.ts'
import { retryLocked } from '../../../money/payments/payment-changes.ts'
import { type PaymentId, parseId } from '../../../platform/base/ids.ts'
import { formatAmount, parseAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import { isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { type DisclosedPayment, disclosePayment } from '../../back-office/disclosure/disclose-payment.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { recordDone } from '../visit.ts'
import { addressOfList, formatPlace, readPlace } from './addresses.ts'
import { isFormReference } from './money-move.ts'
import type { CapturableRow } from './views/captures.ts'
import { askMany, capturedMany, nonePicked, pickPrefix } from './views/captures.ts'

/** The most payments on a page of the list. */
const most = 50

/**
 * Captures the remaining amounts of several payments after a confirmation.
 * If one has changed since the page was opened, nothing is captured.
 * One reference for each payment makes a repeated form harmless.
 */
export async function submitCaptures(visit: Visit, fields: Fields): Promise<Answer> {
  const place = formatPlace(readPlace(visit.request.query as Record<string, unknown>).place)
  const back = addressOfList(visit, place)
  const picked = await loadPicked(visit, fields)
  if (picked.length === 0) return nonePicked(visit, back)
  const sent = fields['reference_id'] ?? ''
  const referenceId = isConfirmed(fields) && isFormReference(sent) ? sent : undefined
  const changed = picked.filter((each) => hasChanged(each, referenceId)).map(({ payment }) => nowOf(payment))
  if (changed.length > 0) return capturedMany(visit, { captured: [], left: changed, back })
  if (referenceId === undefined) return askMany(visit, { picked, referenceId: randomUUID(), place })
  const done: boolean[] = []
  // One after the other, so that one list does not use all database connections.
  for (const each of picked) done.push(await isCaptured(visit, each, referenceId))
  return capturedMany(visit, {
    captured: picked.filter((_, index) => done[index]),
    left: await Promise.all(picked.filter((_, index) => !done[index]).map((each) => readAgain(visit, each))),
    back,
  })
}

async function loadPicked(visit: Visit, fields: Fields): Promise<CapturableRow[]> {
  const { app, actor } = visit
  const ids = Object.keys(fields).flatMap((name) => {
    const id = name.startsWith(pickPrefix) ? parseId(name.slice(pickPrefix.length)) : undefined
    return id === undefined ? [] : [[id, fields[name] ?? ''] as const]
  })
  const loaded = await Promise.all(
    ids
      .slice(0, most)
      .map(async ([id, left]) => pickedFrom(disclosePayment(visit, await getPayment(app, actor, id)), left)),
  )
  return loaded.filter((each) => each !== undefined)
}

function pickedFrom(payment: DisclosedPayment, left: string): CapturableRow | undefined {
  const leftMinor = parseAmount(left, payment.currency)
  return typeof leftMinor === 'bigint' && leftMinor > 0n ? { payment, leftMinor } : undefined
}

function hasChanged({ payment, leftMinor }: CapturableRow, referenceId: string | undefined): boolean {
  const isDone = referenceId !== undefined && isDoneBy(payment, referenceId)
  return !isDone && nowOf(payment).leftMinor !== leftMinor
}

function nowOf(payment: DisclosedPayment): CapturableRow {
  return { payment, leftMinor: payment.status === 'AUTHORIZED' ? leftToCapture(payment) : 0n }
}

async function readAgain(visit: Visit, { payment }: CapturableRow): Promise<CapturableRow> {
  return nowOf(disclosePayment(visit, await getPayment(visit.app, visit.actor, payment.id)))
}

function isDoneBy({ captures }: Payment, referenceId: string): boolean {
  return captures.some((capture) => capture.referenceId === referenceId)
}

async function isCaptured(visit: Visit, { payment, leftMinor }: CapturableRow, referenceId: string): Promise<boolean> {
  const { app, actor } = visit
  const id: PaymentId = payment.id
  if (isDoneBy(payment, referenceId)) return true
  const amount = formatAmount(leftMinor, payment.currency)
  const body = { amount, reference_id: referenceId }
  const details = { ...body, currency: payment.currency }
  const note: WithChange = (tx) => recordDone(visit, { what: 'capture', onKind: 'payment', onId: id, details }, tx)
  try {
    await retryLocked(() => capturePayment(app, actor, id, body, { leftMinor }, note))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return isDoneBy(await getPayment(app, actor, id), referenceId)
  }
  return true
}
