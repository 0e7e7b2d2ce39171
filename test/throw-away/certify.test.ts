import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { succeed } from '../../testkit/client.ts'
import { listen } from '../../testkit/listen.ts'
import { startProcess } from '../../testkit/processes.ts'
import { checkoutBody, type Shop } from '../../testkit/shop.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { newEmptiedFolder } from '../support/emptied-folder.ts'
import { cleanUp } from '../support/service-process.ts'

const qist = join(import.meta.dirname, '../../bin/qist.js')

let api: TestApi
before(async () => {
  api = await openTestApi({ workers: true })
})
after(() => api.close())

async function newShop(): Promise<Shop> {
  const merchant = await api.newMerchant({ merchantCode: 'demo_ae' })
  return api.open(merchant.keys.test.secret)
}

/** An order command: prints its buyer, and opens a session as a correct shop would. */
const order = `
  const { QIST_URL, QIST_SECRET_KEY, QIST_MERCHANT_CODE, QIST_SCENARIO, QIST_BUYER_PHONE, QIST_BUYER_EMAIL } = process.env
  console.log(['order', QIST_SCENARIO, QIST_MERCHANT_CODE, QIST_BUYER_PHONE, QIST_BUYER_EMAIL].join(' '))
  const session = JSON.parse(process.argv[1])
  session.payment.buyer.phone = QIST_BUYER_PHONE
  const answer = await fetch(QIST_URL + '/api/v2/checkout', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + QIST_SECRET_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(session),
  })
  console.log('answered', answer.status)`

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function certify(shop: Pick<Shop, 'baseUrl' | 'key'>, ...args: readonly string[]) {
  const env = { ...process.env, QIST_URL: shop.baseUrl, QIST_SECRET_KEY: shop.key, QIST_PUBLIC_KEY: 'pk_test_x' }
  const started = startProcess(qist, ['certify', '--idle', 'PT0.4S', '--seed', '5', ...args], { env })
  cleanUp(() => started.kill('SIGKILL'))
  return started
}

const lineOf = (lines: readonly string[], pattern: RegExp): string =>
  lines.find((line) => pattern.test(line)) ?? assert.fail(lines.join('\n'))

test("the order command receives the buyer, and the report is the run's document", async () => {
  const shop = await newShop()
  const folder = newEmptiedFolder()
  const junit = join(folder.path, 'checks.xml')
  const badge = join(folder.path, 'badge.svg')
  const file = join(folder.path, 'run')
  const body = JSON.stringify(checkoutBody('demo_ae', 'AED', '100.00'))
  const command = [process.execPath, '--input-type=module', '--eval', order, body].map(quoted).join(' ')
  const running = certify(
    shop,
    ...['--scenario', 'plain', 'rejected'],
    ...['--order-command', command, '--json', '--junit', junit, '--badge', badge, '--report', file],
  )
  const code = await running.waitForEnd()
  const document = JSON.parse(lineOf(running.lines, /^\{/))
  assert.deepEqual(
    running.lines.filter((line) => line.startsWith('answered')),
    ['answered 200', 'answered 200'],
  )
  assert.match(
    lineOf(running.lines, /^order plain/),
    /^order plain demo_ae \+97150\d{7} certificate\.plain@example\.com$/,
  )
  assert.match(lineOf(running.lines, /^order rejected/), / \+97150\d{3}0002 /)
  assert.deepEqual((await shop.call('GET', `/sandbox/certificate/${document.certificate.id}`)).body, document)
  assert.equal(document.certificate.status, 'finished')
  // The shop captured nothing.
  assert.equal(code, 1)
  lineOf(running.lines, /^1 of 2 plain: ended after \d+ s/)
  lineOf(running.lines, /^2 of 2 rejected: ended after \d+ s/)
  lineOf(running.lines, /^1 of the core checks has findings; 15 were not exercised$/)
  lineOf(running.lines, /^M5 +core +not exercised: needs scenario conflict, which was not played: /)
  lineOf(
    running.lines,
    new RegExp(`^certificate ${shop.baseUrl}/sandbox/certificate/${document.certificate.id}, badge `),
  )
  const drawn = readFileSync(badge, 'utf8')
  assert.match(drawn, /^<svg .*passed \d+ of 16 core checks/)
  assert.equal(drawn, (await shop.call('GET', `/sandbox/certificate/${document.certificate.id}/badge.svg`)).text)
  const xml = readFileSync(junit, 'utf8')
  assert.equal(xml.match(/<testcase /g)?.length ?? 0, document.certificate.checks.length)
  const report = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
  assert.deepEqual([report.verdict, report.certificate], ['failed', document.certificate])
  assert.match(readFileSync(`${file}.html`, 'utf8'), /^<!doctype html>.*1 of 16 core checks did not pass/s)
  lineOf(running.lines, /^report \S+run\.html, \S+run\.json$/)
})

test('a scenario whose order command opens no session is skipped', async () => {
  const shop = await newShop()
  const running = certify(shop, '--scenario', 'plain', '--order-command', 'exit 0', '--json')
  assert.equal(await running.waitForEnd(), 1)
  const { certificate } = JSON.parse(lineOf(running.lines, /^\{/))
  assert.deepEqual(certificate.scenarios, [{ name: 'plain', status: 'finished' }])
})

test('an order command that fails at once is run once, and ends the run', async () => {
  const shop = await newShop()
  const running = certify(shop, '--order-command', 'echo tried; exit 3')
  assert.equal(await running.waitForEnd(), 2)
  assert.equal(running.lines.filter((line) => line === 'tried').length, 1)
  lineOf(
    running.lines,
    /^qist: the order command ended with 3 and opened no session in plain: mend it, then run this again$/,
  )
  const { id } = succeed(await shop.call('POST', '/sandbox/certificate')).body.certificate
  succeed(await shop.call('DELETE', `/sandbox/certificate/${id}`))
})

test('the order command is run three times in ended, and each payment ends in another way', async () => {
  const shop = await newShop()
  const body = JSON.stringify(checkoutBody('demo_ae', 'AED', '100.00'))
  const command = [process.execPath, '--input-type=module', '--eval', order, body].map(quoted).join(' ')
  const running = certify(shop, '--scenario', 'ended', '--order-command', command)
  assert.equal(await running.waitForEnd(), 1)
  assert.equal(running.lines.filter((line) => line === 'answered 200').length, 3)
  const { entries } = succeed(await shop.call('GET', '/sandbox/journal')).body
  const ends = entries.flatMap(({ kind, operation }: Record<string, string>) =>
    kind === 'change' && operation !== 'create' ? [operation] : [],
  )
  assert.deepEqual(ends.sort(), ['expire', 'expire', 'reject'])
})

test('ending the command ends the run', async () => {
  const shop = await newShop()
  const running = certify(shop, '--json')
  await running.waitForLine(
    /^1 of 18 plain: open a checkout session in your shop by hand, within 10 minutes, or give --order-command \(merchant_code demo_ae, /,
  )
  running.kill('SIGTERM')
  assert.equal(await running.waitForEnd(), 2)
  const { id } = succeed(await shop.call('POST', '/sandbox/certificate')).body.certificate
  succeed(await shop.call('DELETE', `/sandbox/certificate/${id}`))
})

test('an error is one line with exit code 2, and leaves no new file', async () => {
  const shop = await newShop()
  const { id } = succeed(await shop.call('POST', '/sandbox/certificate')).body.certificate
  const folder = newEmptiedFolder()
  const [junit, badge] = [join(folder.path, 'checks.xml'), join(folder.path, 'badge.svg')]
  writeFileSync(badge, 'of a run before')
  const second = certify(shop, '--junit', junit, '--badge', badge)
  assert.equal(await second.waitForEnd(), 2)
  assert.match(second.lines.join('\n'), /^qist: http\S+ answers 409: a certificate is being run: .*$/)
  assert.deepEqual([existsSync(junit), readFileSync(badge, 'utf8')], [false, 'of a run before'])
  succeed(await shop.call('DELETE', `/sandbox/certificate/${id}`))
  const unknown = certify(shop, '--scenario', 'none')
  assert.equal(await unknown.waitForEnd(), 2)
  const broken = certify({ ...shop, key: `${shop.key}\nx` })
  assert.equal(await broken.waitForEnd(), 2)
  assert.deepEqual(broken.lines, ['qist: QIST_SECRET_KEY is no secret key: sk_…'])
  for (const option of ['--junit', '--report']) {
    const unwritable = certify(shop, option, '/nowhere/at/all')
    assert.equal(await unwritable.waitForEnd(), 2)
    assert.match(unwritable.lines.join('\n'), /^qist: ENOENT.*all(\.html)?'$/)
  }
  for (const seed of ['x', '2147483648']) assert.equal(await certify(shop, '--seed', seed).waitForEnd(), 2)
})

const first = `
  if (process.env.QIST_SCENARIO === 'plain') setInterval(() => {}, 1000)`

test('a hanging order command delays no other scenario', async () => {
  const shop = await newShop()
  const body = JSON.stringify(checkoutBody('demo_ae', 'AED', '100.00'))
  const command = [process.execPath, '--input-type=module', '--eval', order + first, body].map(quoted).join(' ')
  const running = certify(shop, '--scenario', 'plain', 'conflict', '--order-command', command)
  assert.equal(await running.waitForEnd(), 1)
  lineOf(running.lines, /^plain: the order command has not ended, and is stopped$/)
  assert.equal(running.lines.filter((line) => line === 'answered 200').length, 2)
})

test('a server that is not the service is reported in one line, whatever it answers', async () => {
  const page = (response: ServerResponse) => response.end('<html>hello</html>')
  const json = (body: unknown) => (response: ServerResponse) => response.end(JSON.stringify(body))
  const cases: readonly [(response: ServerResponse) => unknown, RegExp][] = [
    [page, /^qist: http\S+ is no sandbox: <html>hello<\/html>$/],
    [json({ hello: 'world' }), /^qist: http\S+ is no sandbox$/],
    [(response) => json({ errors: 'x' })(response.writeHead(400)), /^qist: http\S+ answers 400: \{"errors":"x"\}$/],
    [(response) => response.writeHead(200, { 'content-length': '9' }).end('{'), /^qist: http\S+ is not reached: /],
  ]
  for (const [answer, line] of cases) {
    const server = createServer((_request, response) => void answer(response))
    const baseUrl = `http://127.0.0.1:${await listen(server)}`
    const running = certify({ baseUrl, key: 'sk_test_x' })
    assert.equal(await running.waitForEnd(), 2)
    assert.match(running.lines.join('\n'), line)
    server.close()
  }
})

test('with a hanging service, a second signal ends the command', async () => {
  const server = createServer(() => undefined)
  const request = once(server, 'request')
  const running = certify({ baseUrl: `http://127.0.0.1:${await listen(server)}`, key: 'sk_test_x' })
  await request
  running.kill('SIGINT')
  await wait(300)
  running.kill('SIGINT')
  assert.equal(await running.waitForEnd(), 2)
  server.closeAllConnections()
  server.close()
})

test('one failed call ends no run, and the badge needs no call', async () => {
  let questions = 0
  const certificate = {
    id: '1',
    status: 'waiting',
    profile: 'webhooks',
    seed: 1,
    checks: [],
    scenarios: [],
    badge: 'b',
    waits_for: null,
  }
  const server = createServer((request, response) => {
    questions += 1
    if (questions === 2) request.socket.destroy()
    else if (questions === 3) response.writeHead(503).end()
    else
      response.end(JSON.stringify({ certificate: { ...certificate, status: questions > 4 ? 'finished' : 'waiting' } }))
  })
  const badge = join(newEmptiedFolder().path, 'badge.svg')
  const running = certify({ baseUrl: `http://127.0.0.1:${await listen(server)}`, key: 'sk_test_x' }, '--badge', badge)
  assert.equal(await running.waitForEnd(), 1)
  assert.match(readFileSync(badge, 'utf8'), /^<svg .*<title>Qist: b<\/title>/)
  server.close()
})
