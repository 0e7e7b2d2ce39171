import type { Answer, Client } from '../testkit/client.ts'
import { succeed } from '../testkit/client.ts'
import { inParallel } from '../testkit/parallel.ts'
import { sum } from '../testkit/payment-model.ts'
import { visiblePaymentOf } from './history.ts'
import { newPayment } from './new-payment.ts'
import type { TestEnvironment } from './test-environment.ts'

/** The environment of the measurements. */
export interface SizeMeasurement {
  readonly environment: TestEnvironment
  readonly client: Client
  /** The number of accepted captures and refunds. */
  moved: number
}

const refusal = 'too many movements on this payment'
const maxMovements = 1_000
const maxBytes = 2_097_152
/** The approximate bytes of one item below. */
const itemBytes = 2_100

/** Captures a small amount with this number of items. Throws if it is refused. */
export async function captureWithItems(sized: SizeMeasurement, id: string, n: number, items: number): Promise<void> {
  succeed(await move(sized, id, 'captures', n, items))
}

async function move(
  sized: SizeMeasurement,
  id: string,
  what: 'captures' | 'refunds',
  n: number,
  items: number,
): Promise<Answer> {
  const named = Array.from({ length: items }, (_, item) => ({
    ...{
      reference_id: `SKU-${item}`,
      description: 'x'.repeat(2_000),
      quantity: 1,
      unit_price: '1.00',
      category: 'Clothes',
    },
  }))
  const body = { amount: '0.10', reference_id: `m${n}`.padEnd(200, '-'), ...(items > 0 && { items: named }) }
  const answer = await sized.client.call('POST', `/api/v2/payments/${id}/${what}`, body)
  if (answer.status === 200) sized.moved += 1
  return answer
}

/** Fills payments up to their limits and tries to exceed them. The service's own movements must still work. */
export async function checkLimits(sized: SizeMeasurement, isWhole: boolean): Promise<string[]> {
  const { client, environment } = sized
  const amount = 340_00
  const large = await newPayment(client, amount, 'main')
  // Twenty items take about 42 KB, so fifty movements do.
  const wrong = await fill(sized, large, 'captures', 20, Math.ceil((maxBytes * 1.2) / (20 * itemBytes)), maxBytes)
  if (wrong.length > 0) return wrong
  wrong.push(...(await readAtOnce(sized, large)))
  const many = await newPayment(client, amount, 'main')
  if (isWhole) wrong.push(...(await fill(sized, many, 'captures', 0, maxMovements + 10, maxBytes)))
  succeed(await client.call('POST', '/sandbox/clock', { advance: 'P22D' }))
  for (const id of [large, many]) {
    const end = visiblePaymentOf(succeed(await client.call('GET', `/api/v2/payments/${id}`)).body)
    if (end.status !== 'CLOSED' || sum(end.captures) !== amount)
      wrong.push(
        `a full payment is ${end.status} with ${sum(end.captures)} of ${amount} captured when its time has come`,
      )
  }
  wrong.push(...(await refundWhenFull(sized, large, many, isWhole)))
  if (!(await isServing(environment))) wrong.push('the service does not answer any more')
  return wrong
}

/** Moves money until a call is refused: everything within the limit must be accepted by then, and nothing above it. */
async function fill(
  sized: SizeMeasurement,
  id: string,
  what: 'captures' | 'refunds',
  items: number,
  tries: number,
  most: number,
): Promise<string[]> {
  let accepted = 0
  for (let n = 0; n < tries; n += 1) {
    const answer = await move(sized, id, what, n, items)
    if (answer.status === 200) {
      accepted += 1
      continue
    }
    const isRight = answer.status === 400 && String(answer.body?.error).includes(refusal)
    if (!isRight)
      return [`a payment of ${accepted} ${what} was answered with ${answer.status}: ${answer.text.slice(0, 150)}`]
    const allowed = items === 0 ? maxMovements : most / (items * itemBytes)
    const isNear = items === 0 ? accepted === allowed : accepted > allowed * 0.75 && accepted < allowed * 1.15
    return isNear ? [] : [`a payment was full with ${accepted} ${what}, about ${Math.round(allowed)} are allowed`]
  }
  return [`a payment takes ${accepted} ${what} of ${items} items each, and more`]
}

/** Reads a payment of the largest size by many clients at once. */
async function readAtOnce({ client }: SizeMeasurement, id: string): Promise<string[]> {
  const answers = await inParallel(64, async () => {
    const { status } = await client.call('GET', `/api/v2/payments/${id}`)
    return status
  })
  const failed = answers.find((status) => status !== 200)
  return failed === undefined ? [] : [`a full payment was answered with ${failed}`]
}

/** Refunds up to the limit, and above it the refund of a dispute. */
async function refundWhenFull(
  sized: SizeMeasurement,
  large: string,
  many: string,
  isWhole: boolean,
): Promise<string[]> {
  const { client } = sized
  const wrong = isWhole ? await fill(sized, many, 'refunds', 0, maxMovements + 10, maxBytes) : []
  // Captures have filled it: no refund with items fits.
  const full = await move(sized, large, 'refunds', 0, 20)
  if (full.status !== 400 || !String(full.body?.error).includes(refusal))
    wrong.push(`a refund beyond the limit was answered with ${full.status}: ${full.text.slice(0, 150)}`)
  for (const id of isWhole ? [large, many] : [large]) {
    const about = { payment_id: id, reason: 'product_issue', amount: '100.00' }
    const opened = succeed(await client.call('POST', '/sandbox/disputes', about))
    succeed(await client.call('POST', '/api/v1/disputes/approve', { dispute_ids: [opened.body.dispute.id] }))
    const { refunds } = visiblePaymentOf(succeed(await client.call('GET', `/api/v2/payments/${id}`)).body)
    if (!refunds.some(({ minor }) => minor === 100_00))
      wrong.push('the refund of a dispute does not fit a full payment')
  }
  return wrong
}

async function isServing({ client }: TestEnvironment): Promise<boolean> {
  return (await client.call('GET', '/health')).status === 200
}
