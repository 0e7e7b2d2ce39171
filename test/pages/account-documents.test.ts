import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { verifyDocument } from '../../src/platform/signing/verify-document.js'
import { succeed } from '../../testkit/client.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { at, openAccount, signIn } from './account-forms.ts'
import { openBrowser } from './browser.ts'

const { service, url, shop, newPhone } = await openAccount()
const folder = mkdtempSync(join(tmpdir(), 'qist-documents-'))
let keys: unknown[]
before(async () => {
  keys = ((await (await fetch(`${url}/.well-known/qist-keys.json`)).json()) as { keys: unknown[] }).keys
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const qist = (...args: string[]): Promise<CommandResult> =>
  runQist(service.database.url, service.app.config.dataDir, 'customer', ...args)
const isValid = async (text: string): Promise<boolean> => (await verifyDocument(Buffer.from(text), keys)).valid

/** A captured purchase by this phone. */
async function buy(phone: string, amount = '340.00'): Promise<string> {
  const buyer = { name: 'Sara <b>Ali', email: 'sara@example.com', phone, dob: '1990-04-17' }
  const id = succeed(await shop.checkout(amount, { buyer })).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount }))
  return id
}

test('a statement at the account: a page of its own, and its signed file', async () => {
  const phone = newPhone()
  const id = await buy(phone)
  const visitor = await signIn(url, phone)
  const page = await visitor.get(at(id, '/statement'))
  assert.equal(page.status, 200)
  assert.match(page.text, /Statement of your plan.*Sara &lt;b>Ali.*AED\s340\.00.*Left to pay.*AED\s255\.00/s)
  assert.ok((await visitor.get(at(id))).text.includes('/account/statement?'))
  const file = await visitor.get(at(id, '/statement', '&file=json'))
  assert.ok(await isValid(file.text))
  const { format, payment, plan, customer } = JSON.parse(file.text)
  assert.deepEqual([format, payment.id, plan.owed, plan.nothing_is_owed], ['qist-statement/1', id, '255.00', false])
  assert.deepEqual(customer, { name: 'Sara <b>Ali', phone_last_four: phone.slice(-4) })
  assert.ok(!(await isValid(file.text.replace('255.00', '000.00'))))
})

test('a letter: there is none while anything is owed; then it says so and is signed', async () => {
  const phone = newPhone()
  const id = await buy(phone)
  const visitor = await signIn(url, phone)
  const early = await visitor.get(at(id, '/letter'))
  assert.deepEqual([early.status, early.location.startsWith('/account?')], [303, true])
  const refused = await qist('letter', id)
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /something is owed of payment/)
  succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'all' }))
  const page = await visitor.get(at(id, '/letter'))
  assert.match(page.text, /We confirm that .*Sara &lt;b>Ali.* owes nothing/s)
  const { code, stdout } = await qist('letter', id, '--json')
  assert.equal(code, 0)
  assert.ok(await isValid(stdout))
  assert.equal(JSON.parse(stdout).plan.nothing_is_owed, true)
})

test('where a rest too small for a card is written off, nothing is owed: statement and letter say so', async () => {
  const phone = newPhone()
  const id = await buy(phone)
  succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'all' }))
  await service.database.query(
    `update payments set paid_minor = paid_minor - 5, written_off_minor = 5 where id = '${id}'`,
  )
  for (const kind of ['statement', 'letter']) {
    const { code, stdout } = await qist(kind, id, '--json')
    assert.deepEqual([code, await isValid(stdout)], [0, true])
    const { plan } = JSON.parse(stdout)
    assert.deepEqual([plan.paid, plan.written_off, plan.owed], ['339.95', '0.05', '0.00'])
    assert.deepEqual([plan.status, plan.nothing_is_owed], ['completed', true])
    const page = await (await signIn(url, phone)).get(at(id, `/${kind}`))
    assert.match(page.text, /Written off, not to be paid.*AED\s0\.05.*Left to pay.*AED\s0\.00/s)
  }
})

test('the command writes a page in either language, to a file', async () => {
  const id = await buy(newPhone())
  const out = join(folder, 'statement.html')
  assert.deepEqual((await qist('statement', id, '--lang', 'ar', '--out', out)).code, 0)
  assert.match(readFileSync(out, 'utf8'), /^<!doctype html><html lang="ar" dir="rtl">.*كشف حساب التقسيط/s)
  const other = shop.createdPayment('10.00')
  const refused = await qist('statement', await other)
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
})

test("a statement of somebody else's purchase is not found, and without a session the sign-in is shown", async () => {
  const id = await buy(newPhone())
  const stranger = await signIn(url, newPhone())
  for (const kind of ['statement', 'letter']) assert.equal((await stranger.get(at(id, `/${kind}`))).status, 404)
  const page = await fetch(`${url}${at(id, '/statement')}`)
  assert.match(await page.text(), /name="phone"/)
})

test('a statement fits on a phone and on paper in both languages, and loads nothing', async () => {
  const phone = newPhone()
  const id = await buy(phone, '34000.00')
  await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '30000.00' })
  const visitor = await signIn(url, phone)
  const browser = await openBrowser()
  try {
    for (const lang of ['en', 'ar']) {
      const tab = await browser.newPage({ viewport: { width: 320, height: 700 } })
      const errors: string[] = []
      tab.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
      const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url }))
      await tab.context().addCookies(cookies)
      await tab.goto(`${url}${at(id, '/statement')}`.replace('lang=en', `lang=${lang}`))
      const width = await tab.evaluate('document.documentElement.scrollWidth')
      assert.ok(Number(width) <= 320, `${width} points wide`)
      assert.deepEqual(errors, [])
      const pdf = await tab.pdf({ format: 'A4', preferCSSPageSize: true })
      assert.ok((pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0) <= 2)
      if (process.env['KEEP_PICTURES'] !== undefined) {
        await tab.screenshot({
          path: join(String(process.env['KEEP_PICTURES']), `statement-${lang}.png`),
          fullPage: true,
        })
        writeFileSync(join(String(process.env['KEEP_PICTURES']), `statement-${lang}.pdf`), pdf)
      }
      await tab.close()
    }
  } finally {
    await browser.close()
  }
})
