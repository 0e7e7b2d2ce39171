import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { maxAttachmentBytes } from '../../src/money/disputes/attachments/attachment.ts'
import { type BackOfficeVisitor, signInAt, tokenOf } from '../../testkit/back-office-visitor.ts'
import { smallPng } from '../../testkit/uploads.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { cookieOf, type FormValue, sendParts } from './send-parts.ts'

let service: TestService
let shop: DisputeShop
let email: string
let visitor: BackOfficeVisitor
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  email = emailOf(shop)
  visitor = await signInAt(service.urls.uae, email)
})
after(() => service.close())

const emailOf = ({ merchantId }: DisputeShop): string => `admin@${merchantId.slice(-12)}.test`
const base = '/dashboard/live/disputes'

/** The version that the page of a dispute was drawn for. */
async function expectedOf(id: string, path = ''): Promise<string> {
  const page = await visitor.get(`${base}/${id}${path}`)
  return /name="dispute" value="([^"]+)"/.exec(page.text)?.[1] ?? assert.fail(page.text)
}

const send = (path: string, values: readonly (readonly [string, FormValue])[], token = tokenOf(visitor)) =>
  sendParts(service.urls.uae, visitor, path, values, token)

const attachmentsIn = (page: string): string => /name="attachment_ids" value="([^"]*)"/.exec(page)?.[1] ?? ''
const countFiles = async (): Promise<number> =>
  (await service.database.query(`select from attachments where merchant_id = '${shop.merchantId}'`)).length

test('challenging: shows errors, keeps the input, confirms once, and challenges once', async () => {
  const dispute = await shop.openDispute()
  const path = `${base}/${dispute.id}/challenge`
  const expected = await expectedOf(dispute.id, '/challenge')
  const typed = [
    ['dispute', expected],
    ['reason', 'merchant_reason_order_amount_should_be_different'],
    ['amount', '340.00'],
    ['text', 'Half was\r\neaten <script>alert(1)</script>'],
    ['attachment', { name: 'receipt.png', content: smallPng }],
  ] as const
  const wrong = await send(path, typed)
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /above zero and below/)
  assert.match(wrong.text, /eaten &lt;script>/)
  const kept = attachmentsIn(wrong.text)
  assert.match(kept, /^[0-9a-f-]{36}$/)
  const question = await send(path, [
    ...[['dispute', expected] as const, ['reason', 'merchant_reason_order_amount_should_be_different'] as const],
    ...[['amount', '٤٠٫٥'] as const, ['text', 'Half was\r\neaten'] as const, ['attachment_ids', kept] as const],
  ])
  assert.match(question.text, /give back AED\s40\.50 instead of AED\s340\.00/)
  assert.equal((await shop.dispute(dispute.id)).status, 'new')
  const fields = {
    ...{ dispute: expected, reason: 'merchant_reason_order_amount_should_be_different', amount: '40.50' },
    ...{ text: 'Half was\neaten', attachment_ids: kept, confirmed: 'yes' },
  }
  for (let press = 0; press < 2; press += 1)
    assert.equal((await visitor.send(path, fields)).location, `${base}/${dispute.id}?done=challenge`)
  const { status, history } = await shop.dispute(dispute.id)
  assert.equal(status, 'in_progress')
  const [challenged, ...others] = history.filter(({ source }: { source: string }) => source === 'merchant')
  assert.deepEqual([others.length, challenged.created_by, challenged.note], [0, email, 'Half was\neaten'])
  assert.equal(challenged.attachments.length, 1)
})

test('evidence files: invalid ones are named, the others are kept for the next try', async () => {
  const dispute = await shop.openDispute()
  const path = `${base}/${dispute.id}/evidence`
  const expected = await expectedOf(dispute.id, '/evidence')
  const empty = await send(path, [
    ['dispute', expected],
    ['text', ' '],
    ['attachment', { name: '', content: new Uint8Array() }],
  ])
  assert.deepEqual([empty.status, /Write something, or add a file/.test(empty.text)], [422, true])
  const mixed = await send(path, [
    ['dispute', expected],
    ['attachment', { name: 'notes"<b>.txt', content: Buffer.from('hello') }],
    ['attachment', { name: 'door.png', content: smallPng }],
    ['attachment', { name: 'film.png', content: Buffer.concat([smallPng, Buffer.alloc(maxAttachmentBytes)]) }],
    ['attachment', { name: 'bill.pdf', content: Buffer.from('%PDF-1.7\n') }],
  ])
  assert.equal(mixed.status, 422)
  assert.match(mixed.text, /b>\.txt\u2069: this is no PNG, JPEG or PDF/)
  assert.match(mixed.text, /film\.png\u2069: this is larger than 5 MB/)
  const kept = [...mixed.text.matchAll(/name="attachment_ids" value="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(kept.length, 2)
  const question = await send(path, [['dispute', expected], ...kept.map((id) => ['attachment_ids', id ?? ''] as const)])
  assert.match(question.text, /cannot be changed afterwards/)
  const given = { dispute: expected, text: '', attachment_ids: attachmentsIn(question.text), confirmed: 'yes' }
  assert.equal((await visitor.send(path, given)).location, `${base}/${dispute.id}?done=evidence`)
  const evidence = (await shop.dispute(dispute.id)).history.at(-1)
  assert.deepEqual([evidence.event_type, evidence.created_by], ['evidence_merchant_provided', email])
  assert.equal(evidence.attachments.length, 2)
})

test('a file that is no longer stored is an error of the form and not a change of the dispute', async () => {
  const dispute = await shop.openDispute()
  const path = `${base}/${dispute.id}/evidence`
  const [there, gone] = [await shop.attachment(), '0198c0de-0000-7000-8000-000000000000']
  const given = { dispute: await expectedOf(dispute.id, '/evidence'), text: 'See', confirmed: 'yes' }
  const page = await visitor.send(path, { ...given, attachment_ids: `${there} ${gone}` })
  assert.equal(page.status, 422)
  assert.match(page.text, /not kept any more/)
  assert.equal(attachmentsIn(page.text), there)
  assert.match((await visitor.send(path, { ...given, attachment_ids: there })).location, /done=evidence/)
})

test('eleven files are refused, ten are accepted', async () => {
  const dispute = await shop.openDispute()
  const files = Array.from({ length: 11 }, (_, at) => ['attachment', { name: `${at}.png`, content: smallPng }] as const)
  const expected = await expectedOf(dispute.id, '/evidence')
  const page = await send(`${base}/${dispute.id}/evidence`, [['dispute', expected], ...files])
  assert.match(page.text, /10\.png\u2069: only 10 files/)
  assert.equal(page.text.split('name="attachment_ids"').length - 1, 10)
})

test('a form with another token, or a broken form, stores no file', async () => {
  const dispute = await shop.openDispute()
  const path = `${base}/${dispute.id}/evidence`
  const before = await countFiles()
  const values = [['attachment', { name: 'a.png', content: smallPng }]] as const
  assert.equal((await send(path, values, 'x')).status, 403)
  const cookie = cookieOf(visitor)
  const type = 'multipart/form-data; boundary=X'
  for (const body of [
    '',
    '--X',
    `--X\r\ncontent-disposition: form-data; name="form_token"\r\n\r\n${tokenOf(visitor)}`,
  ]) {
    const answer = await fetch(service.urls.uae + path, {
      method: 'POST',
      body,
      headers: { cookie, 'content-type': type },
    })
    assert.equal(answer.status, 403)
  }
  assert.equal(await countFiles(), before)
})

test('an attachment is served as a download in which nothing runs', async () => {
  const file = await shop.attachment()
  const { headers, status } = await visitor.get(`${base}/attachments/${file}`)
  assert.equal(status, 200)
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="attachment-[0-9a-f-]+\.png"$/)
  assert.equal(headers.get('content-type'), 'image/png')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
})
