import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Check } from '../../src/rehearsal/certificate/checks.ts'
import { succeed } from '../../testkit/client.ts'
import { listen } from '../../testkit/listen.ts'
import { startProcess } from '../../testkit/processes.ts'
import { checkoutBody, openShop } from '../../testkit/shop.ts'
import { newEmptiedFolder } from '../support/emptied-folder.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { cleanUp } from '../support/service-process.ts'

const qist = join(import.meta.dirname, '../../bin/qist.js')
let service: TestService
let port: number

before(async () => {
  // A port that the shop has again after its restart.
  const server = createServer()
  port = await listen(server)
  server.close()
  service = await startTestService({
    ...{ workers: true, runs: true },
    env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${port}` },
  })
})
after(() => service.close())

/** A shop that answers a notification, and then works. If it keeps them it works off at its start what it has kept. */
const shop = `
  import { createServer } from 'node:http'
  import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
  const [port, folder, keeps] = process.argv.slice(2)
  const { QIST_URL, QIST_SECRET_KEY } = process.env
  const headers = { authorization: 'Bearer ' + QIST_SECRET_KEY, 'content-type': 'application/json' }
  const kept = folder + '/kept'
  const work = async (id) => {
    const path = QIST_URL + '/api/v2/payments/' + id
    const { status, amount } = await (await fetch(path, { headers })).json()
    const body = JSON.stringify({ amount, reference_id: id + '-all' })
    if (status === 'AUTHORIZED') await fetch(path + '/captures', { method: 'POST', headers, body })
  }
  if (existsSync(kept)) for (const id of readFileSync(kept, 'utf8').trim().split('\\n')) void work(id)
  createServer((request, response) => {
    let text = ''
    request.on('data', (part) => { text += part }).on('end', () => {
      const { id } = JSON.parse(text)
      if (keeps === 'keeps') appendFileSync(kept, id + '\\n')
      response.end('ok')
      void work(id)
    })
  }).listen(port, '127.0.0.1', () => {
    writeFileSync(folder + '/pid', String(process.pid))
    console.log('ready')
  })`

const order = `
  const { QIST_URL, QIST_SECRET_KEY } = process.env
  const headers = { authorization: 'Bearer ' + QIST_SECRET_KEY, 'content-type': 'application/json' }
  await fetch(QIST_URL + '/api/v2/checkout', { method: 'POST', headers, body: process.argv[1] })`

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

for (const [habit, result] of [
  ['keeps', 'passed'],
  ['forgets', 'failed'],
] as const) {
  test(`a shop that ${habit} what it has answered, and is restarted then: W9 ${result}`, async () => {
    const stores = [{ merchant_code: 'main', country: 'AE' }]
    const open = openShop(service.urls.uae, '')
    const made = succeed(await open.call('POST', '/sandbox/merchants', { name: habit, region: 'uae', stores }))
    const { secret, public: publicKey } = made.body.keys.test
    const merchant = openShop(service.urls.uae, secret)
    succeed(await merchant.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook' }))
    const { path: folder } = newEmptiedFolder()
    const file = join(folder, 'shop.mjs')
    writeFileSync(file, shop)
    const env = { ...process.env, QIST_URL: service.urls.uae, QIST_SECRET_KEY: secret, QIST_PUBLIC_KEY: publicKey }
    const pid = (): number => Number(readFileSync(join(folder, 'pid'), 'utf8'))
    cleanUp(() => void process.kill(pid(), 'SIGKILL'))
    const args = [String(port), folder, habit]
    await startProcess(file, args, { env }).waitForLine(/ready/)
    const start = [process.execPath, file, ...args].map(quoted).join(' ')
    const body = JSON.stringify(checkoutBody('main', 'AED', '100.00'))
    const orders = [process.execPath, '--input-type=module', '--eval', order, body].map(quoted).join(' ')
    const running = startProcess(
      qist,
      [
        ...['certify', '--idle', 'PT5S', '--seed', '5', '--json', '--scenario', 'plain', 'crash'],
        ...['--order-command', orders, '--restart-command', `kill -9 ${pid()}; ${start} > /dev/null 2>&1 &`],
      ],
      { env },
    )
    cleanUp(() => running.kill('SIGKILL'))
    await running.waitForEnd()
    const report = running.lines.find((line) => line.startsWith('{')) ?? assert.fail(running.lines.join('\n'))
    const { checks }: { checks: Check[] } = JSON.parse(report).certificate
    const judged = checks.find(({ check }) => check === 'W9')
    assert.equal(judged?.result, result, JSON.stringify(judged))
    assert.ok(running.lines.includes('crash: the webhook has answered, and the restart command is run'))
  })
}
