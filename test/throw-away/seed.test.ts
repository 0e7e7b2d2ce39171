import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSeed } from '../../src/entries/throw-away/seed/read-seed.ts'
import { startProcess } from '../../testkit/processes.ts'
import { openShop } from '../../testkit/shop.ts'
import { newEmptiedFolder } from '../support/emptied-folder.ts'
import { cleanUp } from '../support/service-process.ts'

const qist = join(import.meta.dirname, '../../bin/qist.js')

function write(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'qist-seed-'))
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'shop.yaml')
  writeFileSync(file, text)
  return file
}

const merchant = 'merchants:\n  - name: A\n    region: uae\n    stores: [{merchant_code: AE, country: AE}]\n'

function thrownBy(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  return assert.fail('it is read')
}

function complaintsOf(text: string): string[] {
  const file = write(text)
  const error = thrownBy(() => readSeed(file))
  return error.message.replaceAll(file, 'FILE').split('\n')
}

test('a seed keeps amounts, phones and order numbers as they are written', async () => {
  const payments =
    '    payments:\n      - {order: 007, state: captured, amount: 34.560, buyer: {phone: +971500000001}}\n      - {order: 0x1f, state: created, amount: 340}\n'
  const { merchants } = readSeed(write(merchant + payments))
  assert.deepEqual(merchants[0]?.payments, [
    { order: '007', state: 'captured', amount: '34.560', buyer: { phone: '+971500000001' } },
    { order: '0x1f', state: 'created', amount: 340 },
  ])
})

test('a wrong seed is refused with every wrong line', async () => {
  const payments = [
    '    payments:',
    '      - {order: 1, stat: paid}',
    '      - {order: 2, state: shipped}',
    '      - 7',
    '      - {order: 3, state: captured, buyer: {mail: a@b}}',
  ]
  const complaints = complaintsOf(merchant + payments.join('\n'))
  assert.deepEqual(
    complaints.map((line) => line.replace(/; the members are .*| one of .*/, '')),
    [
      'FILE:6: merchants[0].payments[0].stat is no member',
      'FILE:6: merchants[0].payments[0] lacks state',
      'FILE:7: merchants[0].payments[1].state must be',
      'FILE:8: merchants[0].payments[2] must not be 7',
      'FILE:9: merchants[0].payments[3].buyer.mail is no member',
    ],
  )
  const age = `${merchant}    payments: [{state: captured, age: 3 days}]\n`
  assert.match(complaintsOf(age)[0] ?? '', /^FILE:5: merchants\[0\]\.payments\[0\]\.age must be an ISO 8601 duration/)
  assert.match(complaintsOf('merchants: [').join(), /^FILE: Flow sequence .* at line 1/)
  assert.deepEqual(complaintsOf(''), ['FILE: the file must not be null'])
  assert.deepEqual(complaintsOf('merchants: []'), ['FILE:1: merchants must have at least 1 items'])
  const many = Array.from({ length: 30 }, () => '      - {state: no}\n').join('')
  const shown = complaintsOf(`${merchant}    payments:\n${many}`)
  assert.deepEqual([shown.length, shown.at(-1)], [11, 'and 20 more'])
  assert.deepEqual(complaintsOf(`# ${'x'.repeat(1024 * 1024)}`), ['FILE has more than 1024 KiB'])
  const aliases = ['a: &a [x,x,x,x,x]', 'b: &b [*a,*a,*a,*a,*a]', 'c: &c [*b,*b,*b,*b,*b]', 'd: [*c,*c,*c,*c,*c]'].join(
    '\n',
  )
  const idle = `${merchant}    payments: [{state: captured, refunded: 1.00}, {state: created, card: 1}]\n`
  assert.deepEqual(complaintsOf(idle), [
    'FILE:5: merchants[0].payments[0].refunded has no meaning for captured',
    'FILE:5: merchants[0].payments[1].card has no meaning for created',
  ])
  assert.match(complaintsOf(aliases).join(), /^FILE: Excessive alias count/)
  assert.throws(() => readSeed(tmpdir()), /is no file$/)
  assert.throws(() => readSeed('/no/such/file'), /^\w*Error: \/no\/such\/file cannot be read: ENOENT$/)
})

const shops = `
merchants:
  - name: Linen house
    region: uae
    stores:
      - {merchant_code: AE, country: AE}
      - {merchant_code: KW, country: KW}
    payments:
      - {order: 1002, state: refunded, amount: 120.00, refunded: 20.00, age: P10D}
      - {order: 1001, state: captured, card: 4000000000000341, age: P40D, buyer: {name: Omar Said}}
      - {order: 1003, state: closed, amount: 99.00, captured: 50.00}
      - {order: 1004, state: authorized, store: KW, amount: 34.567}
      - {order: 1005, state: disputed}
  - name: Dates
    region: ksa
    stores: [{merchant_code: SA, country: SA}]
    payments:
      - {state: rejected}
      - {state: expired}
`

interface Printed {
  readonly keys: { readonly test: { readonly secret: string }; readonly live: { readonly secret: string } }
  readonly payments: readonly { readonly order_number: string; readonly payment_id: string; readonly state: string }[]
}

test('a sandbox begins with the merchants and payments of its seed, at their ages', async () => {
  const folder = newEmptiedFolder()
  const sandbox = startProcess(qist, ['sandbox', '--json', '--seed', write(shops)], {
    env: { ...process.env, ...folder.env },
  })
  cleanUp(() => sandbox.kill('SIGKILL'))
  const printed = JSON.parse(await sandbox.waitForLine(/^/))
  const [linen, dates] = printed.merchants as readonly Printed[]
  assert.ok(linen && dates)
  assert.deepEqual(printed.merchant, linen)
  assert.deepEqual(
    linen.payments.map(({ order_number, state }) => `${order_number} ${state}`),
    [...['1002 refunded', '1001 captured', '1003 closed', '1004 authorized', '1005 disputed']],
  )
  const shop = openShop(printed.url, linen.keys.test.secret, { merchantCode: 'AE' })
  const { body: clock } = await shop.call('GET', '/sandbox/clock')
  assert.equal(clock.offset_seconds, 40 * 86_400)
  const found = await Promise.all(
    linen.payments.slice(0, 4).map(async ({ payment_id }) => {
      const { body } = await shop.call('GET', `/api/v2/payments/${payment_id}`)
      const sums = [...body.captures, ...body.refunds].map(({ amount }: { amount: string }) => amount)
      const days = Math.round((Date.parse(clock.now) - Date.parse(body.created_at)) / 86_400_000)
      return [
        body.order.reference_id,
        body.status,
        `${body.amount} ${body.currency}`,
        sums.join(),
        body.buyer.name,
        days,
      ]
    }),
  )
  assert.deepEqual(found, [
    ['1002', 'CLOSED', '120.00 AED', '120.00,20.00', 'Sara Ali', 10],
    ['1001', 'CLOSED', '340.00 AED', '340.00', 'Omar Said', 40],
    ['1003', 'CLOSED', '99.00 AED', '50.00', 'Sara Ali', 0],
    ['1004', 'AUTHORIZED', '34.567 KWD', '', 'Sara Ali', 0],
  ])
  // Its card was declined at the second part, which was due ten days ago.
  const { body: plan } = await shop.call('GET', `/sandbox/payments/${linen.payments[1]?.payment_id}/plan`)
  assert.equal(JSON.stringify(plan).includes('"overdue"'), true)
  const live = openShop(printed.url, linen.keys.live.secret, { merchantCode: 'AE' })
  const { body: disputes } = await live.call('GET', '/api/v1/disputes')
  assert.equal(disputes.disputes.length, 1)
  const other = openShop(printed.ksa_url, dates.keys.test.secret, { merchantCode: 'SA' })
  const statuses = await Promise.all(
    dates.payments.map(
      async ({ payment_id }) => (await other.call('GET', `/api/v2/payments/${payment_id}`)).body.status,
    ),
  )
  assert.deepEqual(statuses, ['REJECTED', 'EXPIRED'])
  sandbox.kill('SIGTERM')
  assert.equal(await sandbox.waitForEnd(), 0, sandbox.lines.join('\n'))
  assert.deepEqual(folder.left(), [])
})

test('what the service refuses is named by its place in the seed, and nothing is left', async () => {
  const folder = newEmptiedFolder()
  const file = write(`${merchant}    payments: [{state: captured}, {state: captured, amount: 0.001}]\n`)
  const running = startProcess(qist, ['exec', '--seed', file, '--', 'false'], {
    env: { ...process.env, ...folder.env },
  })
  cleanUp(() => running.kill('SIGKILL'))
  assert.equal(await running.waitForEnd(), 1)
  assert.equal(running.lines.length, 1, running.lines.join('\n'))
  assert.match(running.lines[0] ?? '', /^qist: \S+shop\.yaml: merchants\[0\]\.payments\[1\]: \S+ answers 400: .*amount/)
  assert.deepEqual(folder.left(), [])
})

test("a command finds the first merchant in that merchant's region", async () => {
  const folder = newEmptiedFolder()
  const file = write('merchants: [{name: D, region: ksa, stores: [{merchant_code: SA, country: SA}]}]\n')
  const list = `
    const { QIST_URL, QIST_SECRET_KEY } = process.env
    const answer = await fetch(QIST_URL + '/api/v2/payments', { headers: { authorization: 'Bearer ' + QIST_SECRET_KEY } })
    console.log(answer.status)`
  const command = ['exec', '--seed', file, '--', process.execPath, '--input-type=module', '--eval', list]
  const running = startProcess(qist, command, { env: { ...process.env, ...folder.env } })
  cleanUp(() => running.kill('SIGKILL'))
  assert.deepEqual([await running.waitForEnd(), running.lines], [0, ['200']])
})
