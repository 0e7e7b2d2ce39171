import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { demoKey } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { service, shop } = api
const url = service.urls.uae
const list = '/dashboard/test/payments'

/** A payment to capture, of an order with this reference. */
async function newPayment(reference: string, amount = '340.00', buyer: object = {}, code = 'demo_ae'): Promise<string> {
  const currency = code === 'demo_kw' ? 'KWD' : 'AED'
  const at = api.open(demoKey(1), { merchantCode: code, currency })
  const { body } = await at.checkout(amount, {
    buyer: { name: 'Sara Ali', email: 'otp.success@example.com', phone: '+971500000001', dob: '1990-04-17', ...buyer },
    order: { reference_id: reference, items: [] },
  })
  const { id } = body.payment
  await shop.call('POST', `/sandbox/payments/${id}/authorize`)
  return id
}

const capture = (id: string, amount: string, reference_id = 'all') =>
  shop.call('POST', `/api/v2/payments/${id}/captures`, { amount, reference_id })

/** The ids of the payments in a list, in order. */
const idsIn = (page: string): string[] =>
  [...page.matchAll(/href="\/dashboard\/test\/payments\/([0-9a-f-]{36})[^"]*" class="row-link"/g)].map(
    ([, id]) => id ?? '',
  )

const addressIn = (page: string, label: string): string => {
  const link = new RegExp(`href="([^"]*)"[^>]*>(?:<[^>]*>)*[^<]*${label}`).exec(page)
  return (link?.[1] ?? assert.fail(`no link ${label}`)).replaceAll('&amp;', '&')
}

const operator = await signInAt(url, 'operator@demo.test')
const analyst = await signInAt(url, 'analyst@demo.test')

test('a list without payments says what would be listed and what to do next', async () => {
  const { status, text } = await operator.get(list)
  assert.equal(status, 200)
  assert.match(text, /No payments yet/)
  assert.match(text, /class="button button-main" href="\/dashboard\/test\/links"/)
  assert.doesNotMatch(text, /payments\.csv/)
  const seeing = await analyst.get(list)
  assert.doesNotMatch(seeing.text, /class="button button-main"/)
})

test('search: finds a payment by order number, phone, e-mail and id, and by nothing else', async () => {
  const id = await newPayment('Find-77', '120.00', { phone: '+971501112233', email: 'otp.success+find@example.com' })
  await newPayment('Other-1', '50.00')
  for (const q of ['find-77', 'FIND - 77', '050 111 2233', '+971501112233', '2233', 'OTP.success+find@'])
    assert.deepEqual(idsIn((await operator.get(`${list}?${new URLSearchParams({ q })}`)).text), [id], q)
  const direct = await operator.get(`${list}?q=${id.toUpperCase()}`)
  assert.deepEqual([direct.status, direct.location], [303, `${list}/${id}`])
  const none = await operator.get(`${list}?q=nowhere`)
  assert.match(none.text, /No payment is like this/)
  assert.match(none.text, /class="quiet" href="\/dashboard\/test\/payments"/)
})

/** The text of each cell of a payment's row. */
function rowOf(page: string, reference: string): string[] {
  const row =
    page.split('<tr>').find((one) => one.includes(`<bdi>${reference}</bdi>`)) ?? assert.fail(`no ${reference}`)
  const cells = row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)
  return [...cells].map(([, cell = '']) =>
    cell
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/[\s\u00a0\u2066-\u2069]+/g, ' ')
      .trim(),
  )
}

test('a refunded payment shows the refunded and the remaining amount', async () => {
  const whole = await newPayment('Whole-1')
  await capture(whole, '340.00')
  assert.deepEqual(rowOf((await operator.get(list)).text, 'Whole-1').slice(1, 3), ['Captured', 'AED 340.00'])
  const partly = await newPayment('Partly-1')
  await capture(partly, '340.00')
  await shop.call('POST', `/api/v2/payments/${partly}/refunds`, { amount: '40.00' })
  const part = await newPayment('Part-1')
  await capture(part, '100.00', 'first')
  const { text } = await operator.get(list)
  const amounts = 'AED 340.00 Refunded AED 40.00 Left AED 300.00'
  assert.deepEqual(rowOf(text, 'Partly-1').slice(1, 3), ['Partly refunded', amounts])
  assert.deepEqual(rowOf(text, 'Part-1').slice(1, 3), ['To capture', 'AED 340.00 Captured AED 100.00'])
  assert.match((await operator.get(`${list}/${partly}`)).text, /class="tag[^"]*">.*?<span>Partly refunded<\/span>/s)
  await shop.call('POST', `/api/v2/payments/${partly}/refunds`, { amount: '300.00' })
  assert.deepEqual(rowOf((await operator.get(list)).text, 'Partly-1').slice(1, 3), [
    'Refunded',
    'AED 340.00 Refunded AED 340.00',
  ])
})

test('a filter is described in a sentence and survives a visit to a payment, its form, and the way back', async () => {
  const id = await newPayment('Round-1', '75.00')
  await capture(id, '75.00')
  const filter =
    'status=captured&created_at__gte=2026-03-01&created_at__lte=2026-03-31&merchant_code=demo_ae&amount__gte=70&amount__lte=80'
  const { text } = await operator.get(`${list}?${filter}`)
  assert.match(text, /1 captured payment of March 2026 at \u2068demo_ae\u2069 of \u206670\u2069 to \u206680\u2069\./)
  assert.deepEqual(idsIn(text), [id])
  const page = addressIn(text, 'Round-1')
  const payment = await operator.get(page)
  assert.equal(addressIn(payment.text, 'Payments</span></a></nav>'), `${list}?${filter}`)
  const form = /action="([^"]*\/reference[^"]*)"/.exec(payment.text)?.[1]?.replaceAll('&amp;', '&') ?? assert.fail()
  const renamed = await operator.send(form, { reference_seen: 'Round-1', order_reference_id: 'Round-2' })
  assert.equal(renamed.status, 303)
  const after = await operator.get(renamed.location)
  assert.match(after.text, /The order number was changed/)
  assert.equal(addressIn(after.text, 'Payments</span></a></nav>'), `${list}?${filter}`)
})

test('the link back leads to this list only, whatever the address says', async () => {
  const id = await newPayment('Back-1')
  for (const from of [
    'https://evil.example/',
    '//evil.example',
    '/support',
    'next=//evil.example',
    'q=%22%3E%3Cscript%3E',
  ]) {
    const { text } = await operator.get(`${list}/${id}?${new URLSearchParams({ from })}`)
    assert.match(addressIn(text, 'Payments</span></a></nav>'), /^\/dashboard\/test\/payments(\?q=%22%3E%3Cscript%3E)?$/)
  }
})

test('an invalid filter is an error at its field, keeps the input, and is not exported', async () => {
  const { status, text } = await operator.get(
    `${list}?created_at__gte=yesterday&amount__gte=5&amount__lte=1&status=paid`,
  )
  assert.equal(status, 422)
  assert.match(text, /value="yesterday"/)
  for (const message of ['Type a day as', 'This ends before it begins', 'There is no such status'])
    assert.match(text, new RegExp(message))
  const csv = await operator.get(`${list}.csv?created_at__gte=yesterday`)
  assert.equal(csv.status, 400)
})

test('older and newer pages show every payment once, with the exact total', async () => {
  const stores = [{ merchant_code: 'demo_ae', country: 'AE' }]
  const made = await api.open('').call('POST', '/sandbox/merchants', { name: 'Shop', region: 'uae', stores })
  const own = api.open(made.body.keys.test.secret)
  const ids: string[] = []
  for (let count = 0; count < 53; count += 1) ids.push(await own.authorizedPayment('10.00'))
  const visitor = await signInAt(url, made.body.dashboard.email)
  const first = await visitor.get(`${list}?status=authorized`)
  assert.match(first.text, /53 uncaptured payments\./)
  assert.equal(idsIn(first.text).length, 50)
  const second = await visitor.get(addressIn(first.text, 'Older'))
  assert.deepEqual([...idsIn(first.text), ...idsIn(second.text)].sort(), ids.sort())
  const back = await visitor.get(addressIn(second.text, 'Newer'))
  assert.deepEqual(idsIn(back.text), idsIn(first.text))
})

test('the export has exactly the filtered rows for spreadsheets, and is logged without the search text', async () => {
  const name = '=HYPERLINK("http://evil.example";"x")'
  const evil = await newPayment('+1+1', '999.00', { name, phone: '+971509998877' })
  await newPayment('Quiet-1', '998.00')
  const { status, text, headers } = await operator.get(`${list}.csv?amount__gte=998&q=%2B971509998877`)
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/csv/)
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="payments-test\.csv"$/)
  assert.ok(!text.includes('Quiet-1'))
  const [line, ...rest] = parse(text, { columns: true, bom: true }) as Record<string, string>[]
  assert.deepEqual(rest, [])
  const cell = (column: string): string | undefined => line?.[column]
  assert.deepEqual(
    [
      'id',
      'order_reference_id',
      'status',
      'amount',
      'currency',
      'captured',
      'refunded',
      'buyer_name',
      'buyer_phone',
    ].map(cell),
    [evil, "'+1+1", 'AUTHORIZED', '999.00', 'AED', '0.00', '0.00', `'${name}`, '+971509998877'],
  )
  const [activity] = await service.database.query(
    `select details, is_test from activities where what = 'export_payments' order by id desc limit 1`,
  )
  assert.deepEqual(activity, { details: { filter: 'amount__gte=998', searched: true }, is_test: true })
})

test('several payments are captured together after one confirmation; if one has changed, none is captured', async () => {
  const [one, two, changed] = [
    await newPayment('Many-1', '11.00'),
    await newPayment('Many-2', '12.00'),
    await newPayment('Many-3', '13.00'),
  ]
  const kuwait = await newPayment('Many-4', '7.500', {}, 'demo_kw')
  const { text } = await operator.get(`${list}?status=authorized`)
  for (const id of [one, two, changed, kuwait]) assert.ok(text.includes(`name="left_${id}"`))
  const address = `${list}/capture?status=authorized`
  const none = await operator.send(address)
  assert.deepEqual([none.status, none.text.includes('Tick the orders')], [422, true])
  const ticked = {
    [`left_${one}`]: '11.00',
    [`left_${two}`]: '12.00',
    [`left_${changed}`]: '13.00',
    [`left_${kuwait}`]: '7.500',
  }
  const question = await operator.send(address, ticked)
  assert.match(question.text, /Capture AED.36\.00 and KWD.7\.500 of 4 orders\?/)
  assert.equal((await shop.call('GET', `/api/v2/payments/${one}`)).body.status, 'AUTHORIZED')
  await capture(changed, '1.00')
  const stale = await operator.send(address, ticked)
  assert.deepEqual([stale.status, /One was not[\s\S]*Many-3/.test(stale.text)], [409, true])
  const reference_id = /name="reference_id" value="([^"]+)"/.exec(question.text)?.[1] ?? assert.fail()
  const confirmed = { ...ticked, reference_id, confirmed: 'yes' }
  const captured = async (id: string) =>
    (await shop.call('GET', `/api/v2/payments/${id}`)).body.captures.map(({ amount }: { amount: string }) => amount)
  const refused = await operator.send(address, confirmed)
  assert.equal(refused.status, 409)
  assert.match(refused.text, /One was not[\s\S]*Many-3[\s\S]*AED.12\.00/)
  assert.deepEqual(await Promise.all([one, two, changed, kuwait].map(captured)), [[], [], ['1.00'], []])
  const { [`left_${changed}`]: _, ...others } = confirmed as Record<string, string>
  for (let press = 0; press < 2; press += 1) {
    const done = await operator.send(address, others)
    assert.equal(done.status, 200)
    assert.match(done.text, /3 orders were captured/)
  }
  const written = await service.database.query(`select on_id from activities where what = 'capture'`)
  assert.deepEqual(written.map(({ on_id }) => on_id).sort(), [one, two, kuwait].sort())
  assert.deepEqual(await Promise.all([one, two, kuwait].map(captured)), [['11.00'], ['12.00'], ['7.500']])
  assert.doesNotMatch((await analyst.get(`${list}?status=authorized`)).text, /name="left_/)
  assert.equal((await analyst.send(address, confirmed)).status, 403)
})
