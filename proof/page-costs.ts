import { join } from 'node:path'
import type { Context, Verdict } from './context.ts'
import { createLargeMerchant } from './large-merchant.ts'
import { listPageCalls } from './page-calls.ts'
import { countSteps } from './read-steps.ts'
import { openTestEnvironment } from './test-environment.ts'

/** The limit of steps for one page: about three times the steps of the slowest page. */
const maxSteps = 10_000_000
/** The limit of bytes for one page: about three times the size of the largest page. */
const maxBytes = 18_000_000

/**
 * P33: opens every page of the dashboard, the support console, the impersonation view, the account and the payment
 * page, for a merchant with very many and very large objects. The cost of a page is counted, not timed: steps of the
 * service's own code, and bytes of the answer.
 */
export async function run(context: Context): Promise<Verdict> {
  const steps = join(context.folder, 'p33-steps')
  const env = { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9', PROOF_STEPS: steps }
  const environment = await openTestEnvironment(context, 'p33', { env, connections: 8 })
  try {
    const many = Math.max(1_000, context.size(1_000, 10_000))
    const merchant = await createLargeMerchant(environment, { many, lines: context.isQuick ? 100 : 200 })
    const calls = await listPageCalls(environment, merchant, context.isQuick ? ['en'] : ['en', 'ar'])
    const violations: string[] = []
    let [done, pages] = [0, 0]
    let [dearest, largest] = [
      { what: 'none', count: 0 },
      { what: 'none', bytes: 0 },
    ]
    // Resets the count of steps before the first page.
    await countSteps(steps)
    for (const { what, isPage, open } of calls) {
      const { status, text } = await open()
      const count = await countSteps(steps)
      const bytes = Buffer.byteLength(text)
      if (status === 200) pages += 1
      if (count > dearest.count) dearest = { what, count }
      if (bytes > largest.bytes) largest = { what, bytes }
      if (status >= 500 || (isPage && status !== 200)) violations.push(`${what}: answered ${status}`)
      violations.push(...judge(what, count, bytes))
      done += 1
      context.progress(done, calls.length, 'addresses')
    }
    const counts = {
      ...{ addresses: calls.length, pages, 'rows of a list': many, 'steps at most': dearest.count, for: dearest.what },
      ...{ 'bytes at most': largest.bytes, 'which has': largest.what },
    }
    return { counts, violations: violations.slice(0, 10) }
  } finally {
    await environment.close()
  }
}

function judge(what: string, steps: number, bytes: number): string[] {
  const violations: string[] = []
  if (steps > maxSteps) violations.push(`${what}: took ${steps.toLocaleString('en')} steps`)
  if (bytes > maxBytes) violations.push(`${what}: answered with ${bytes.toLocaleString('en')} bytes`)
  return violations
}
