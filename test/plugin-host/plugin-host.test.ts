import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { type RunningProcess, startProcess } from '../../testkit/processes.ts'
import { openShop } from '../../testkit/shop.ts'
import { newEmptiedFolder } from '../support/emptied-folder.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { cleanUp } from '../support/service-process.ts'

// `npx qist plugin-host` (docs/contract/running.md#plug-in-host).

const qist = join(import.meta.dirname, '../../bin/qist.js')
const key = 'sk_test_44444444-4444-4444-8444-444444444444'
const hosts = 'client.test,client.sa'

interface Line {
  readonly port: number
  readonly hosts: string
  readonly certificate: string
  readonly url: string
  readonly ksa_url: string
}

function startForAll(args: readonly string[], env: NodeJS.ProcessEnv): RunningProcess {
  return startProcess(qist, ['plugin-host', ...args], { env: { ...process.env, ...env } })
}

/** Starts the command for one test. */
function start(args: readonly string[], env: NodeJS.ProcessEnv): RunningProcess {
  const started = startForAll(args, env)
  cleanUp(() => started.kill('SIGKILL'))
  return started
}

const lineOf = async (started: RunningProcess): Promise<Line> => JSON.parse(await started.waitForLine(/^\{/))

let service: TestService
const data = mkdtempSync(join(tmpdir(), 'qist-plugin-host-'))
let host: RunningProcess
let line: Line
before(async () => {
  service = await startTestService()
  host = startForAll(['--hosts', hosts, '--port', '0', '--json'], {
    QIST_URL: service.urls.uae,
    QIST_KSA_URL: service.urls.ksa,
    DATA_DIR: data,
  })
  line = await lineOf(host)
})
after(async () => {
  host.kill('SIGTERM')
  assert.equal(await host.waitForEnd(), 0)
  await service.close()
  rmSync(data, { recursive: true })
})

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** Calls a client's name with TLS, as a client with the line of the hosts file does. */
async function call(name: string, path: string, options: RequestOptions = {}, body?: string | object): Promise<Answer> {
  const agent = new Agent({ keepAlive: false })
  const trusted = { ca: readFileSync(line.certificate), ...options }
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: line.port,
        path,
        servername: name,
        agent,
        ...trusted,
        headers: { host: name, ...options.headers },
      },
      (answer) => {
        text(answer).then(
          (content) => resolve({ status: answer.statusCode ?? 0, text: content, headers: answer.headers }),
          reject,
        )
      },
    )
    sent.on('error', reject)
    sent.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const payment = { amount: '100.00', currency: 'AED', buyer: { email: 'a@b.example', phone: '+971500000001' } }

test('plugin-host: a plug-in makes a session by the built-in name, and its page is at checkout', async () => {
  const made = await call(
    'api.client.test',
    '/api/v2/checkout',
    { method: 'POST', headers },
    { merchant_code: 'AE', payment },
  )
  assert.equal(made.status, 200, made.text)
  const session = JSON.parse(made.text)
  const { web_url } = session.configuration.available_products.installments[0]
  assert.ok(web_url.startsWith(`https://checkout.client.test:${line.port}/hpp/?`), web_url)
  assert.ok(!made.text.includes(service.urls.uae))
  const page = await call('checkout.client.test', new URL(web_url).pathname + new URL(web_url).search)
  assert.deepEqual([page.status, /Plugin demo UAE/.test(page.text)], [200, true])
  const shop = openShop(service.urls.uae, key)
  assert.equal((await shop.call('POST', `/sandbox/payments/${session.payment.id}/authorize`)).status, 200)
  const path = `/api/v1/payments/${session.payment.id}`
  const captured = await call('api.client.test', `${path}/captures`, { method: 'POST', headers }, { amount: '100.00' })
  assert.equal(JSON.parse(captured.text).status, 'CLOSED', captured.text)
  const closed = await call('api.client.test', `${path}/close`, { method: 'POST', headers }, 'null')
  assert.equal(closed.status, 400, closed.text)
})

test('plugin-host: the scripts of on-site messaging are at checkout, and the snippet for apps at widgets', async () => {
  const script = await call('checkout.client.test', '/tabby-promo.js')
  assert.deepEqual([script.status, script.headers['access-control-allow-origin']], [200, '*'])
  assert.match(script.text, /"TabbyPromo"/)
  const query = 'price=100&currency=AED&merchant_code=AE&public_key=pk_test_44444444-4444-4444-8444-444444444444'
  const figures = await call('checkout.client.test', `/api/v1/snippet?${query}`)
  assert.equal(JSON.parse(figures.text).plans[0].today, '25.00')
  assert.equal((await call('widgets.client.test', '/tabby-promo.html')).status, 200)
  assert.equal((await call('checkout.client.test', `/promos/product-page/installments/en/?${query}`)).status, 200)
})

test('plugin-host: a domain of Saudi Arabia leads to the KSA region', async () => {
  const saudi = { ...headers, authorization: 'Bearer sk_test_55555555-5555-4555-8555-555555555555' }
  const body = { merchant_code: 'SA', payment: { ...payment, currency: 'SAR' } }
  const made = await call('api.client.sa', '/api/v2/checkout', { method: 'POST', headers: saudi }, body)
  assert.equal(made.status, 200, made.text)
  assert.match(made.text, /https:\/\/checkout\.client\.sa:/)
  const config = JSON.parse((await call('api.client.test', '/api/v1/sdk/config', { method: 'POST' })).text)
  const addressOf = (name: string) => config[name].endpoints.webCheckoutBaseUrl
  assert.equal(addressOf('AED'), `https://checkout.client.test:${line.port}`)
  assert.equal(addressOf('SAR'), `https://checkout.client.sa:${line.port}`)
})

test('plugin-host: the names for product feeds are closed, and a live key sent there goes nowhere', async () => {
  const secret = 'sk_44444444-4444-4444-8444-444444444444'
  const register = { method: 'POST', headers: { ...headers, authorization: `Bearer ${secret}` } }
  const answer = await call('plugins-api.client.test', '/webhooks/v1/tabby/register', register, { secret })
  assert.deepEqual([answer.status, answer.text], [404, 'not passed on: plug-ins send a live secret key here'])
  assert.ok(!host.lines.join('\n').includes(secret))
  assert.equal((await call('api.client.test', '/', { headers: { host: 'other.client.test' } })).status, 421)
})

test('plugin-host: a client that does not trust the certificate fails, and so does another name', async () => {
  await assert.rejects(call('api.client.test', '/health', { ca: [] }), /self-signed certificate/)
  await assert.rejects(call('api.other.test', '/health'), /does not match certificate's altnames/)
})

test('plugin-host: the key of the authority is readable by its owner only, and is used again', async () => {
  const keyFile = join(dirname(line.certificate), 'authority-key.pem')
  assert.equal(statSync(keyFile).mode & 0o777, 0o600)
  const [before, keyBefore] = [readFileSync(line.certificate, 'utf8'), readFileSync(keyFile, 'utf8')]
  const again = start(['--hosts', hosts, '--port', '0', '--json'], {
    QIST_URL: service.urls.uae,
    DATA_DIR: data,
  })
  assert.equal((await lineOf(again)).certificate, line.certificate)
  assert.deepEqual([readFileSync(line.certificate, 'utf8'), readFileSync(keyFile, 'utf8')], [before, keyBefore])
  again.kill('SIGINT')
  assert.equal(await again.waitForEnd(), 0)
})

test('plugin-host: prints the sign-in of each plug-in merchant, at the dashboard of its region', async () => {
  const started = start(['--hosts', hosts, '--port', '0'], {
    QIST_URL: service.urls.uae,
    QIST_KSA_URL: service.urls.ksa,
    DATA_DIR: data,
  })
  await started.waitForLine(/Ctrl-C ends it/)
  const signIns = started.lines.filter((each) => each.includes('/dashboard'))
  assert.deepEqual(signIns, [
    `  UAE  ${service.urls.uae}/dashboard  admin@plugin.test  qist-sandbox-1`,
    `  KSA  ${service.urls.ksa}/dashboard  admin@plugin-ksa.test  qist-sandbox-1`,
  ])
  started.kill('SIGTERM')
  assert.equal(await started.waitForEnd(), 0)
})

test('plugin-host: without QIST_URL it serves a sandbox of its own, which ends with it', async () => {
  const own = newEmptiedFolder()
  const started = start(['--hosts', 'client.test', '--port', '0', '--json'], {
    ...own.env,
    QIST_URL: '',
    DATA_DIR: join(own.path, 'data'),
  })
  const { url, hosts: forHosts } = await lineOf(started)
  assert.equal((await fetch(`${url}/health`)).status, 200)
  assert.equal(forHosts, '127.0.0.1 api.client.test checkout.client.test widgets.client.test plugins-api.client.test')
  started.kill('SIGTERM')
  assert.equal(await started.waitForEnd(), 0)
  await assert.rejects(fetch(`${url}/health`))
})

for (const [what, args, env, sentence] of [
  ['production', ['--hosts', hosts], { QIST_MODE: 'production' }, /stands in front of a sandbox only/],
  ['hosts that are none', ['--hosts', 'tabby'], {}, /Domains with commas/],
  ['a wrong port', ['--hosts', hosts, '--port', '70000'], {}, /Not a port/],
  ['an address where nothing answers', ['--hosts', hosts], { QIST_URL: 'http://127.0.0.1:1' }, /no Qist answers there/],
] as const) {
  test(`plugin-host: refuses ${what} in one line`, async () => {
    const started = start(args, env)
    assert.notEqual(await started.waitForEnd(), 0)
    assert.match(started.lines.join('\n'), sentence)
    assert.ok(started.lines.length <= 3, started.lines.join('\n'))
  })
}

test('plugin-host: another protocol is refused', async () => {
  const upgrade = { headers: { connection: 'Upgrade', upgrade: 'websocket' } }
  assert.equal((await call('api.client.test', '/', upgrade)).status, 501)
})

test('plugin-host: a connection that a fault breaks, breaks for the client, too', async () => {
  const shop = openShop(service.urls.uae, key)
  const fault = { on: { operation: 'listPayments' }, do: { kind: 'lost_answer' }, times: 1 }
  const made = await shop.call('POST', '/sandbox/faults', { fault })
  assert.equal(made.status, 200, made.text)
  const list = () => call('api.client.test', '/api/v2/payments', { headers })
  await assert.rejects(list(), /socket hang up|ECONNRESET/)
  assert.equal((await list()).status, 200)
})

test('plugin-host: refuses a port that another program has', async () => {
  const started = start(['--hosts', hosts, '--port', String(line.port)], {
    QIST_URL: service.urls.uae,
    DATA_DIR: data,
  })
  assert.equal(await started.waitForEnd(), 1)
  assert.match(started.lines.join('\n'), /another program listens there/)
})
