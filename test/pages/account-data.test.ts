import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { after, test } from 'node:test'
import yauzl from 'yauzl'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { newMerchant, openShop, type Shop } from '../../testkit/shop.ts'
import { askDoctor } from '../support/doctor.ts'
import { at, cookiesOf, openAccount, signIn, testMode } from './account-forms.ts'
import { fillIn, openForms, sendForm, stageFor } from './forms.ts'

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

test('correct: name and e-mail in every purchase that is kept, and how it is found', async () => {
  const phone = newPhone()
  const ids = [await buy(shop, phone), await buy(shop, phone)]
  const correct = (...args: string[]): Promise<CommandResult> =>
    runQist(service.database.url, service.app.config.dataDir, 'customer', 'correct', ...args)
  const of = ['--phone', phone, '--mode', 'test'] as const
  const { code, stdout } = await correct(...of, '--name', 'Maryam Right', '--email', 'right@shop.test')
  assert.deepEqual([code, stdout], [0, '2 purchases are corrected\n'])
  for (const id of ids) {
    const { buyer, order } = succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body
    assert.deepEqual(
      [buyer.name, buyer.email, buyer.phone, buyer.dob],
      ['Maryam Right', 'right@shop.test', phone, '1990-04-17'],
    )
    assert.ok(order.items.length > 0)
  }
  const admin = await signInAt(url, 'admin@demo.test')
  const found = async (search: string): Promise<boolean> =>
    (await admin.get(`/dashboard/test/payments?q=${search}`)).text.includes(String(ids[0]))
  assert.deepEqual([await found('right@shop.test'), await found('mariam@unmistakable.test')], [true, false])
  assert.deepEqual(await askDoctor(service.app), [])
  const codes = [
    (await correct(...of)).code,
    (await correct(...of, '--email', 'none')).code,
    (await correct('--phone', newPhone(), '--mode', 'test', '--name', 'A')).code,
  ]
  assert.deepEqual(codes, [1, 1, 1])
})

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
