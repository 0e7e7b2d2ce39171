import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { after, test } from 'node:test'
import yauzl from 'yauzl'
import { exportCustomer } from '../../src/money/customers/export-customer.ts'
import { takeSlot } from '../../src/money/customers/slots.ts'
import { succeed } from '../../testkit/client.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { newMerchant, openShop, type Shop } from '../../testkit/shop.ts'
import { type AccountVisitor, at, cookiesOf, openAccount, signIn, testMode, tokenIn } from './account-forms.ts'
import { fillIn, goodCard, openForms, sendForm, stageFor } from './forms.ts'

const { service, url, shop, newPhone } = await openAccount()
const folder = mkdtempSync(join(tmpdir(), 'qist-data-'))
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const qist = (...args: string[]): Promise<CommandResult> =>
  runQist(service.database.url, service.app.config.dataDir, 'customer', 'export', ...args)

/** Reads a ZIP: name → text. */
async function unzip(content: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(content)
  const entries: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    entries[entry.fileName] = await textOf(await zip.openReadStreamPromise(entry))
  return entries
}

async function buy(by: Shop, phone: string, more: object = {}): Promise<string> {
  const buyer = { name: 'Mariam Unmistakable', email: 'mariam@unmistakable.test', phone, dob: '1990-04-17' }
  const shipping_address = { city: 'Unmistakable City', address: '7 Plain Lane', zip: '11111' }
  const id = succeed(await by.checkout('340.00', { buyer, shipping_address, ...more })).body.payment.id
  succeed(await by.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await by.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
  return id
}

test('export: everything that is kept of a customer, of every shop, in one ZIP', async () => {
  const phone = newPhone()
  const id = await buy(shop, phone, { description: 'A gift for Omar', meta: { note: 'ring twice' } })
  succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'next' }))
  const other = await newMerchant(openShop(url, ''))
  const second = openShop(url, other.keys.test.secret, { merchantCode: 'main' })
  const elsewhere = await buy(second, phone)
  const out = join(folder, 'data.zip')
  const { code, stderr } = await qist('--phone', phone, '--mode', 'test', '--out', out)
  assert.deepEqual([code, stderr], [0, ''])
  assert.equal(statSync(out).mode & 0o777, 0o600)
  const { 'customer.json': json = '', 'customer.html': page = '', ...files } = await unzip(readFileSync(out))
  assert.deepEqual(files, {})
  const record = JSON.parse(json)
  const names = ['format', 'issued_at', 'customer', 'purposes', 'purchases', 'messages', 'decisions', 'disputes']
  assert.deepEqual(Object.keys(record), [...names, 'visits', 'other'])
  assert.equal(record.format, 'qist-customer/1')
  assert.deepEqual(record.customer, {
    ...{ phone, mode: 'test', names: ['Mariam Unmistakable'], emails: ['mariam@unmistakable.test'] },
  })
  const ids = record.purchases.map(({ payment }: { payment: { id: string } }) => payment.id)
  assert.deepEqual(ids.toSorted(), [id, elsewhere].toSorted())
  assert.match(json, /A gift for Omar.*ring twice/s)
  assert.match(json, /Unmistakable City/)
  assert.match(json, /By paying you agree/)
  assert.deepEqual(
    record.messages.map(({ kind }: { kind: string }) => kind),
    ['collected'],
  )
  assert.equal(record.decisions.length, 2)
  assert.deepEqual(
    record.other.saved_cards.map(({ last_four }: { last_four: string }) => last_four),
    ['4242', '4242'],
  )
  for (const { data, purpose, kept_until } of record.purposes) assert.ok(data && purpose && kept_until)
  assert.match(page, /^<!doctype html><html lang="en".*What is kept of you.*Unmistakable City/s)
  assert.doesNotMatch(page, /<script/)
})

test('export: a number that a stranger typed and did not prove takes no order away, and a proved one finds its own', async () => {
  const [ordered, stranger] = [newPhone(), newPhone()]
  const buyer = { name: 'Mariam Unmistakable', email: 'mariam@unmistakable.test', phone: ordered }
  const typed = await openForms(shop, { buyer })
  assert.equal((await sendForm(typed, 'phone', { phone: stranger })).status, 303)
  const out = join(folder, 'typed.zip')
  assert.equal((await qist('--phone', stranger, '--mode', 'test', '--out', out)).code, 1)
  assert.equal((await qist('--phone', ordered, '--mode', 'test', '--out', out)).code, 0)
  // Proved, and declined: the order is the stranger's, whatever phone the shop sent.
  const proved = await openForms(shop, { buyer })
  assert.equal((await sendForm(proved, 'phone', { phone: stranger })).status, 303)
  assert.equal((await sendForm(proved, 'code', { code: '8888' })).status, 303)
  assert.equal((await sendForm(proved, 'card', { ...goodCard, number: '4000000000000002' })).status, 303)
  await sendForm(proved, 'pay')
  assert.equal((await qist('--phone', stranger, '--mode', 'test', '--out', out)).code, 0)
  const { 'customer.json': json = '' } = await unzip(readFileSync(out))
  const { purchases, other } = JSON.parse(json)
  assert.deepEqual([purchases.length, purchases[0].payment.id], [1, proved.paymentId])
  const [charge] = purchases[0].charges
  assert.deepEqual([charge.state, charge.card.last_four, charge.phone], ['declined', '0002', stranger])
  assert.match(charge.agreed.text, /By paying you agree/)
  assert.equal(other.left_out, 0)
})

test('export at the account: of an order that nobody proved only the shop and the amount', async () => {
  const phone = newPhone()
  const id = await buy(shop, phone)
  const buyer = { name: 'Somebody Else', email: 'else@unmistakable.test', phone }
  const ordered = succeed(await shop.checkout('20.00', { buyer })).body.payment.id
  const visitor = await signIn(url, phone)
  const { 'customer.json': json = '' } = await unzip(await download(visitor))
  const { purchases, customer, other } = JSON.parse(json)
  assert.deepEqual(customer.names, ['Mariam Unmistakable'])
  assert.doesNotMatch(json, /Somebody Else|else@unmistakable/)
  const of = (one: string) => purchases.find(({ payment }: { payment: { id: string } }) => payment.id === one)
  assert.deepEqual(Object.keys(of(ordered)), ['merchant', 'store', 'payment'])
  assert.equal(of(ordered).payment.amount, '20.00')
  assert.equal(of(id).payment.buyer.name, 'Mariam Unmistakable')
  assert.equal(other.account.sessions.length, 1)
})

test('export: one at a time for a customer, and a limit for its size', async () => {
  const phone = newPhone()
  await buy(shop, phone)
  const visitor = await signIn(url, phone)
  const end = takeSlot(service.app, 'export', { phone, isTest: true })
  await visitor.get(`/account/data${testMode}`)
  const busy = await visitor.send(`/account/data${testMode}`)
  assert.equal(busy.status, 429)
  assert.match(busy.text, /Try again in a minute/)
  end?.()
  assert.equal((await visitor.send(`/account/data${testMode}`)).status, 200)
  const scope = { unproved: 'whole', mostCharacters: 10 } as const
  const cut = await exportCustomer(service.app, { phone, isTest: true }, scope)
  assert.deepEqual([cut?.lists.purchases.length, JSON.stringify(cut?.other).includes('"left_out":1')], [0, true])
})

test("export: a dispute with the customer's words", async () => {
  const { live } = await newLiveShop()
  const phone = newPhone()
  const id = await buy(live, phone)
  succeed(
    await live.call('POST', '/sandbox/disputes', {
      payment_id: id,
      reason: 'not_delivered',
      comment: 'It never came to Plain Lane',
    }),
  )
  const out = join(folder, 'live.zip')
  assert.equal((await qist('--phone', phone, '--out', out)).code, 0)
  const { 'customer.json': json = '' } = await unzip(readFileSync(out))
  const { disputes } = JSON.parse(json)
  assert.deepEqual(
    [disputes.length, disputes[0].payment_id, disputes[0].comment],
    [1, id, 'It never came to Plain Lane'],
  )
})

async function newLiveShop(): Promise<{ live: Shop }> {
  const { keys } = await newMerchant(openShop(url, ''))
  return { live: openShop(url, keys.live.secret, { merchantCode: 'main' }) }
}

test('export: an order that a shop sent with this phone and another customer paid is not told to it', async () => {
  const phone = newPhone()
  const other = await openForms(shop, { buyer: { name: 'Sara Ali', email: 'sara@example.com', phone } })
  await fillIn(other)
  await sendForm(other, 'pay')
  assert.equal(await stageFor(other), 'approved')
  assert.equal((await qist('--phone', phone, '--mode', 'test', '--out', join(folder, 'other.zip'))).code, 1)
  const own = await buy(shop, phone)
  const out = join(folder, 'own.zip')
  assert.equal((await qist('--phone', phone, '--mode', 'test', '--out', out)).code, 0)
  const { 'customer.json': json = '' } = await unzip(readFileSync(out))
  const ids = JSON.parse(json).purchases.map(({ payment }: { payment: { id: string } }) => payment.id)
  assert.deepEqual(ids, [own])
})

test('export: an unknown phone exits 1 and writes nothing; no phone is refused', async () => {
  const out = join(folder, 'none.zip')
  const unknown = await qist('--phone', newPhone(), '--mode', 'test', '--out', out)
  assert.equal(unknown.code, 1)
  assert.throws(() => statSync(out))
  assert.equal((await qist('--phone', 'nobody', '--out', out)).code, 1)
})

/** Downloads the file at the account. */
async function download(visitor: AccountVisitor): Promise<Buffer> {
  const page = await visitor.get(`/account/data${testMode}`)
  const answer = await fetch(`${url}/account/data${testMode}`, {
    method: 'POST',
    body: new URLSearchParams({ form_token: tokenIn(page.text) ?? '' }),
    headers: { cookie: cookiesOf(visitor) },
  })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

test('export: the account answers the same to its own customer only, after a form of its own', async () => {
  const phone = newPhone()
  await buy(shop, phone)
  const visitor = await signIn(url, phone)
  const page = await visitor.get(`/account/data${testMode}`)
  assert.match(page.text, /Download your data/)
  const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const ask = (form_token: string) =>
    fetch(`${url}/account/data${testMode}`, {
      method: 'POST',
      body: new URLSearchParams({ form_token }),
      headers: { cookie: cookiesOf(visitor) },
      redirect: 'manual',
    })
  const answer = await ask(token)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/zip'])
  const { 'customer.json': json = '' } = await unzip(Buffer.from(await answer.arrayBuffer()))
  assert.equal(JSON.parse(json).customer.phone, phone)
  assert.equal((await ask('wrong')).status, 403)
  const stranger = await fetch(`${url}/account/data${testMode}`, { method: 'POST', body: new URLSearchParams({}) })
  assert.equal(stranger.status, 403)
  assert.equal((await visitor.get(at('00000000-0000-4000-8000-000000000000'))).status, 404)
})
