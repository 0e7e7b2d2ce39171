import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'

/** One step of the owner's day: exports the payments of April as the API has them. */
export async function exportTheMonth(page: Page, shop: Shop): Promise<void> {
  await page.locator('.side-wide a[href="/dashboard/live/payments"]').click()
  await page.locator('#filter-created_at__gte').fill('2026-04-01')
  await page.locator('#filter-created_at__lte').fill('2026-04-30')
  await page.locator('.filters button').click()
  assert.match(await page.locator('.found').innerText(), /3 payments/)
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('a[href*="payments.csv"]').click()])
  assert.equal(file.suggestedFilename(), 'payments-live.csv')
  const lines = parse(await readFile(await file.path()), { columns: true, bom: true }) as Record<string, string>[]
  // The month of the store, whose days begin at 20:00 UTC.
  const month = 'created_at__gte=2026-03-31T20:00:00Z&created_at__lte=2026-04-30T19:59:59Z'
  const { payments } = succeed(await shop.call('GET', `/api/v2/payments?${month}`)).body
  type Paid = { amount: string }[]
  const sum = (paid: Paid): string => paid.reduce((all, { amount }) => all + Number(amount), 0).toFixed(2)
  assert.deepEqual(
    lines.map(({ merchant_code: _, ...line }) => line),
    // biome-ignore lint/suspicious/noExplicitAny: a client of the wire looks into whatever comes
    payments.map(({ id, order, status, created_at, amount, currency, captures, refunds, buyer }: any) => ({
      ...{ id, order_reference_id: order.reference_id, status, created_at, amount, currency },
      ...{ captured: sum(captures), refunded: sum(refunds) },
      ...{ buyer_name: buyer.name, buyer_email: buyer.email, buyer_phone: buyer.phone },
    })),
  )
  assert.deepEqual(lines.map((line) => line['order_reference_id']).sort(), ['Belt-7', 'First', 'Lost-8'])
  assert.equal(lines.find((line) => line['order_reference_id'] === 'Belt-7')?.['refunded'], '60.00')
}
