import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { SnapshotFolder } from '../../src/entries/throw-away/snapshots/snapshot-folder.ts'
import { runQistWith } from '../../testkit/command.ts'
import { startProcess } from '../../testkit/processes.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { newEmptiedFolder } from '../support/emptied-folder.ts'
import { cleanUp } from '../support/service-process.ts'

const root = join(import.meta.dirname, '../..')
const qist = join(root, 'bin/qist.js')

async function startSandbox() {
  const folder = newEmptiedFolder()
  const sandbox = startProcess(qist, ['sandbox', '--json'], { env: { ...process.env, ...folder.env } })
  cleanUp(() => sandbox.kill('SIGKILL'))
  const { url, merchant } = JSON.parse(await sandbox.waitForLine(/^/))
  return { sandbox, folder, shop: openShop(url, merchant.keys.test.secret, { merchantCode: 'AE' }) }
}

async function snapshot(shop: Shop, ...args: string[]): Promise<string> {
  const env = { QIST_URL: shop.baseUrl, QIST_SECRET_KEY: shop.key }
  const { stdout, stderr } = await runQistWith(env, 'snapshot', ...args)
  return `${stdout}${stderr}`.trim()
}

/** What a shop can see of its state, without the time of the clock. */
async function stateOf(shop: Shop): Promise<unknown[]> {
  const paths = ['/api/v2/payments', '/api/v1/webhooks', '/sandbox/merchant', '/sandbox/faults']
  const answers = await Promise.all(paths.map(async (path) => (await shop.call('GET', path)).body))
  const { body: clock } = await shop.call('GET', '/sandbox/clock')
  return [...answers, clock.offset_seconds]
}

async function refund(shop: Shop, id: string): Promise<void> {
  const body = { amount: '340.00', reference_id: 'all', reason: 'returned' }
  assert.equal((await shop.call('POST', `/api/v2/payments/${id}/refunds`, body)).status, 200)
}

test('snapshots: the whole sandbox goes back, more than once, at the same address', async () => {
  const { sandbox, folder, shop } = await startSandbox()
  const captured = await shop.capturedPayment('340.00')
  const open = await shop.authorizedPayment('50.00')
  await shop.call('POST', '/sandbox/clock', { advance: 'P2D' })
  const before = await stateOf(shop)
  assert.equal(await snapshot(shop, 'take', 'two-orders'), 'two-orders is kept')
  assert.deepEqual(await stateOf(shop), before)

  for (let times = 0; times < 2; times += 1) {
    await refund(shop, captured)
    await shop.call('POST', `/api/v2/payments/${open}/close`)
    await shop.call('POST', '/sandbox/clock', { advance: 'P30D' })
    await shop.call('POST', '/sandbox/reset')
    assert.notDeepEqual(await stateOf(shop), before)
    assert.match(await snapshot(shop, 'restore', 'two-orders'), /^the sandbox is as it was when two-orders was taken$/)
    assert.deepEqual(await stateOf(shop), before)
  }
  await refund(shop, captured)
  assert.equal((await shop.call('GET', `/api/v2/payments/${captured}`)).body.refunds.length, 1)

  assert.match(await snapshot(shop, 'list'), /^two-orders {2}\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  assert.match(await snapshot(shop, 'restore', 'three'), /^qist: .* answers 404: no such snapshot$/)
  assert.match(await snapshot(shop, 'take', '../../etc'), /answers 400: the name of a snapshot has 1 to 40 letters/)
  const [dataDir = ''] = readdirSync(folder.path).filter((name) => name.startsWith('qist-sandbox-'))
  for (let number = 1; number < 10; number += 1) mkdirSync(join(folder.path, dataDir, 'snapshots', `n${number}`))
  assert.match(await snapshot(shop, 'take', 'n10'), /answers 400: a sandbox keeps at most 10 snapshots$/)
  assert.equal(await snapshot(shop, 'take', 'n9'), 'n9 is kept')
  assert.equal(await snapshot(shop, 'remove', 'two-orders'), 'two-orders is removed')

  // A sandbox that ends meanwhile leaves nothing behind.
  assert.equal((await shop.call('PUT', '/sandbox/snapshots/last')).status, 200)
  sandbox.kill('SIGTERM')
  assert.equal(await sandbox.waitForEnd(), 0, sandbox.lines.join('\n'))
  assert.deepEqual(folder.left(), [])
})

test('snapshots: the commands of the guide', async () => {
  const guide = readFileSync(join(root, 'docs/guides/test-data-and-time-travel.md'), 'utf8')
  const [, commands = ''] = /```sh snapshots\n([^`]*)```/.exec(guide) ?? []
  const folder = newEmptiedFolder()
  const script = commands.replaceAll('npx qist', qist)
  const running = startProcess(qist, ['exec', '--', 'sh', '-eu', '-c', script], {
    env: { ...process.env, ...folder.env },
  })
  cleanUp(() => running.kill('SIGKILL'))
  assert.equal(await running.waitForEnd(), 0, running.lines.join('\n'))
  const [captured, taken, refunded, restored, listed] = running.lines
  assert.match(`${captured} ${refunded}`, /^captured: .* refunded: /)
  assert.deepEqual(
    [taken, restored],
    [...commands.matchAll(/# (.*)/g)].map(([, comment]) => comment),
  )
  assert.match(listed ?? '', /^one-order /)
})

test('snapshots: one at a time; and none in a sandbox that is not thrown away', async () => {
  const { shop } = await startSandbox()
  const answers = await Promise.all(
    ['a', 'b'].map((name) => shop.call('PUT', `/sandbox/snapshots/${name}`).catch(() => ({ status: 0, body: {} }))),
  )
  const statuses = answers.map(({ status }) => status)
  assert.ok(statuses.includes(200) && statuses.some((status) => status !== 200), statuses.join())

  const api = await openTestApi()
  cleanUp(() => api.close())
  const { test: lasting } = await api.newMerchant()
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', '/a'],
    ['POST', '/a/restore'],
    ['DELETE', '/a'],
  ] as const) {
    const { status, body } = await lasting.call(method, `/sandbox/snapshots${path}`)
    assert.deepEqual(
      [status, body.error],
      [409, 'only a throw-away sandbox keeps snapshots: npx qist sandbox or npx qist exec starts one'],
    )
  }
})

test('a snapshot that fails leaves the earlier one and the data as they were', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qist-snapshots-'))
  cleanUp(() => rmSync(dataDir, { recursive: true, force: true }))
  const file = join(dataDir, 'postgres', 'file')
  mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 })
  writeFileSync(file, 'first')
  const folder = new SnapshotFolder(dataDir)
  folder.take('one')
  writeFileSync(file, 'second')
  // A socket cannot be copied.
  const server = createServer().listen(join(dataDir, 'postgres', 'socket'))
  assert.throws(() => folder.take('one'), /socket/)
  assert.deepEqual([folder.list().map(({ name }) => name), readFileSync(file, 'utf8')], [['one'], 'second'])
  await new Promise((resolve) => server.close(resolve))
  folder.restore('one')
  assert.equal(readFileSync(file, 'utf8'), 'first')
  assert.deepEqual(readdirSync(dataDir).sort(), ['postgres', 'snapshots'])
})
