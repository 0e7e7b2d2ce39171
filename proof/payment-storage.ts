import { formatMinor } from '../testkit/amounts.ts'
import { succeed } from '../testkit/client.ts'
import { checkoutBody } from '../testkit/shop.ts'
import { newPayment } from './new-payment.ts'
import { captureWithItems, type SizeMeasurement } from './payment-limits.ts'

/** Twice as many movements take twice the bytes if growth is linear, and four times if it is quadratic. */
const maxTimes = 2.5
const metaBytes = 300_000

/**
 * Measures everything that is stored about a payment, for this number of captures and twice as many, with a large
 * order.
 */
export async function checkStorage(sized: SizeMeasurement, captures: number): Promise<string[]> {
  const [once, twice] = [await bytesWith(sized, captures), await bytesWith(sized, 2 * captures)]
  const times = twice / once
  const wrong: string[] = []
  if (times > maxTimes) {
    wrong.push(`${captures} captures store ${once} bytes, twice as many ${times.toFixed(1)} times as much`)
  }
  const large = await openLarge(sized)
  for (let n = 0; n < captures; n += 1) await captureWithItems(sized, large, n, 0)
  const bytes = await bytesOf(sized, large)
  if (bytes > 3 * metaBytes) wrong.push(`an order with ${metaBytes} bytes of meta is stored in ${bytes}`)
  return wrong
}

async function bytesWith(sized: SizeMeasurement, captures: number): Promise<number> {
  const id = await newPayment(sized.client, 340_00, 'main')
  for (let n = 0; n < captures; n += 1) await captureWithItems(sized, id, n, 1)
  return bytesOf(sized, id)
}

async function openLarge({ client }: SizeMeasurement): Promise<string> {
  const parts = Array.from({ length: 5 }, (_, n) => [`part_${n}`, 'x'.repeat(metaBytes / 5)])
  const payment = { meta: { order_id: '1', ...Object.fromEntries(parts) } }
  const body = checkoutBody('main', 'AED', formatMinor(340_00), payment)
  const { id } = succeed(await client.call('POST', '/api/v2/checkout', body)).body.payment
  succeed(await client.call('POST', `/sandbox/payments/${id}/authorize`))
  return id
}

/** Returns the bytes of the rows, as text, of every table that names the payment. */
async function bytesOf({ environment }: SizeMeasurement, payment: string): Promise<number> {
  const tables = await environment.records.query(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'payment_id'`,
  )
  let total = 0
  for (const { name } of tables) {
    const [row] = await environment.records.query(
      `select coalesce(sum(octet_length(named::text)), 0)::text as bytes from ${name} as named where payment_id = '${payment}'`,
    )
    total += Number(row?.['bytes'])
  }
  return total
}
