import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { demoMerchants } from '../src/platform/merchants/open-demo-merchants.ts'
import { demoKey, openShop } from '../testkit/shop.ts'
import { startTestService, type TestService } from './support/service.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const quickStart = /```bash\n(.*?)```/s.exec(readme)?.[1] ?? ''
const address = '# The address that npm start has printed.\nAPI=http://127.0.0.1:8080\n'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.close())

/** Runs the text as typed into a shell. Returns its output. */
async function type(script: string): Promise<string> {
  const shell = spawn('bash', ['--norc', '--noprofile', '-eu', '-o', 'pipefail'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  shell.stdin.end(script)
  const chunks: Buffer[] = []
  shell.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise((resolve, reject) => {
    shell.on('error', reject)
    shell.on('close', resolve)
  })
  assert.equal(code, 0)
  return Buffer.concat(chunks).toString('utf8')
}

// The service needs neither; the quick start says that it needs both.
const missing = ['bash', 'curl'].find((program) => spawnSync(program, ['--version']).error !== undefined)
const skip = missing === undefined ? false : `there is no ${missing} on this machine`

test('the quick start takes a payment from session to refund, and another through 21 days', { skip }, async () => {
  assert.ok(quickStart.startsWith(address))
  const output = await type(`API=${service.urls.uae}\n${quickStart.slice(address.length)}`)
  const statuses = output.split('\n').filter((line) => /^[A-Z]+$/.test(line))
  const expected = ['AUTHORIZED', 'AUTHORIZED', 'AUTHORIZED', 'CLOSED', 'CLOSED', 'AUTHORIZED', 'CLOSED']
  assert.deepEqual(statuses, expected, output)
  assert.match(output, new RegExp(`^${service.urls.uae}/hpp/\\?sessionId=`))

  const { body } = await openShop(service.urls.uae, demoKey(1)).call('GET', '/api/v2/payments')
  const [forgotten, refunded] = body.payments
  const moved = (list: { amount: string; reference_id: string }[]) => list.map((one) => [one.amount, one.reference_id])
  assert.equal(body.pagination.total_count, 2)
  assert.deepEqual(moved(refunded.captures), [
    ['170.00', '1001-a'],
    ['170.00', '1001-b'],
  ])
  assert.deepEqual(moved(refunded.refunds), [['170.00', '1001-r']])
  assert.deepEqual(moved(forgotten.captures), [['340.00', `auto-capture-${forgotten.id}`]])
  const notifications = output.split('\n').find((line) => line.startsWith('{"notifications":')) ?? ''
  const announced = JSON.parse(notifications).notifications.map((one: { body: { status: string } }) => one.body.status)
  assert.deepEqual(announced, ['authorized', 'authorized', 'authorized', 'closed', 'closed'])
})

test('the readme names every demo merchant with its keys and stores', () => {
  for (const { name, keys, stores } of demoMerchants) {
    const row = readme.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? ''
    for (const text of [keys.test.secret, keys.live.secret, ...stores.map((store) => store.merchantCode)]) {
      assert.ok(row.includes(`\`${text}\``), `${name}: ${text}`)
    }
  }
})
