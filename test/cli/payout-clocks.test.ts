import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { hour } from '../../src/platform/base/times.ts'
import { openProduction } from '../support/payouts.ts'

const production = await openProduction()
after(() => production.close())

/** Runs a command on a machine whose clock is ahead by this time. */
async function onMachine(aheadMs: number, ...args: string[]): Promise<string> {
  const source = `const { now } = Date; Date.now = () => now() + ${aheadMs}
    const { timeOrigin } = performance; Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + ${aheadMs} })`
  process.env['NODE_OPTIONS'] = `--import=data:text/javascript,${encodeURIComponent(source)}`
  const running = production.qist(...args)
  delete process.env['NODE_OPTIONS']
  const { code, stdout, stderr } = await running
  assert.equal(code, 0, stderr)
  return stdout
}

test('--again exports the payouts from before the call, with the same date, under differing clocks', async () => {
  const reference = await production.newPayout(await production.newMerchant())
  for (const [aheadMs, ...args] of [[hour], [0, '--again'], [-hour, '--again'], [hour, '--again']] as const) {
    const begun = Date.now()
    assert.match(await onMachine(aheadMs, 'payouts', 'export', ...args), new RegExp(reference))
    const [payout] = await production.api.service.database.query(
      `select extract(epoch from exported_at) * 1000 as at from payouts where reference = '${reference}'`,
    )
    const at = Number(payout?.['at'])
    assert.ok(at > begun - hour / 2 && at < Date.now() + hour / 2, `${new Date(at)} for ${aheadMs}`)
  }
})
