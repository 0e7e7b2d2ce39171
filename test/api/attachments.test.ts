import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { removeUnusedAttachments } from '../../src/money/disputes/attachments/attachments.ts'
import { maxIncomingUploads } from '../../src/money/disputes/attachments/limits.ts'
import { uploadLimits } from '../../src/money/disputes/attachments/receive-upload.ts'
import { type UnusedQuota, unusedQuota } from '../../src/money/disputes/attachments/save-upload.ts'
import { uploadAttachment } from '../../src/money/disputes/attachments/upload-attachment.ts'
import { day } from '../../src/platform/base/times.ts'
import { serviceActor } from '../../src/platform/merchants/caller.ts'
import { formOf, multipartX, smallPng } from '../../testkit/uploads.ts'
import { openTestBucket } from '../support/bucket.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { countKeptOf } from '../support/kept-attachments.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop

before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
})
after(() => service.close())

const countKept = (): Promise<number> => countKeptOf(service)

test('an attachment is served to its merchant only, as a download of its real type', async () => {
  const polyglot = Buffer.concat([smallPng, Buffer.from('PK\x03\x04<script>alert(1)</script>')])
  const { body } = await shop.upload(polyglot)
  const path = `/api/v1/disputes/attachments/${body.id}`
  const served = await fetch(`${shop.baseUrl}${path}`, { headers: { authorization: `Bearer ${shop.key}` } })
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), polyglot)
  const header = (name: string): string | null => served.headers.get(name)
  assert.deepEqual(
    [served.status, header('content-type'), header('content-length')],
    [200, 'image/png', String(polyglot.length)],
  )
  assert.equal(header('x-content-type-options'), 'nosniff')
  assert.equal(header('content-disposition'), `attachment; filename="attachment-${body.id}.png"`)
  const other = await openDisputeShop(service)
  const stranger = await other.call('GET', path)
  assert.deepEqual([stranger.status, stranger.body.error], [404, 'attachment not found'])
  const used = await other.call('POST', '/api/v1/disputes/challenge', {
    dispute_id: (await other.openDispute()).id,
    reason: 'merchant_reason_other',
    attachment_ids: [body.id],
  })
  assert.deepEqual([used.status, used.body.error], [400, 'bad_request'])
  const keyless = await fetch(`${shop.baseUrl}${path}`)
  assert.equal(keyless.status, 401)
})

test('attachments are stored in a bucket if one is configured', async () => {
  const bucket = await openTestBucket()
  process.env['AWS_ACCESS_KEY_ID'] = 'test'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'test'
  const env = { ATTACHMENTS_BUCKET: bucket.bucket, ATTACHMENTS_ENDPOINT: bucket.endpoint }
  const elsewhere = await startTestService({ env })
  try {
    const its = await openDisputeShop(elsewhere)
    const id = await its.attachment()
    assert.deepEqual([...bucket.objects.values()], [smallPng])
    assert.ok(!bucket.objects.has(id), 'a file is not found by what a client knows')
    const headers = { authorization: `Bearer ${its.key}` }
    const served = await fetch(`${its.baseUrl}/api/v1/disputes/attachments/${id}`, { headers })
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), smallPng)
  } finally {
    await elsewhere.close()
    await bucket.close()
  }
})

test('an upload beyond the quota of unused files is refused and not stored', async () => {
  const actor = serviceActor((await openDisputeShop(service)).merchantId, false, 0)
  const upload = (quota: Partial<UnusedQuota>): Promise<string> => {
    const body = Readable.from([formOf(smallPng)])
    return uploadAttachment(service.app, actor, body, multipartX, uploadLimits, { ...unusedQuota, ...quota })
  }
  const twice = { bytes: BigInt(2 * smallPng.length) }
  const before = await countKept()
  await upload(twice)
  await upload(twice)
  await assert.rejects(upload(twice), /bad_request/)
  await assert.rejects(upload({ files: 2 }), /bad_request/)
  assert.equal(await countKept(), before + 2)
  const many = await Promise.allSettled(Array.from({ length: 12 }, () => upload({ files: 5 })))
  assert.equal(many.filter(({ status }) => status === 'fulfilled').length, 3)
  const large = { bytes: BigInt(7 * smallPng.length) }
  const more = await Promise.allSettled(Array.from({ length: 12 }, () => upload(large)))
  assert.equal(more.filter(({ status }) => status === 'fulfilled').length, 2)
  assert.equal(await countKept(), before + 7)
})

test('more than twenty concurrent uploads of a merchant are refused with a time to retry', async () => {
  const actor = serviceActor((await openDisputeShop(service)).merchantId, false, 0)
  const before = await countKept()
  const bodies = Array.from({ length: maxIncomingUploads }, () => new PassThrough())
  const uploads = bodies.map((body) => uploadAttachment(service.app, actor, body, multipartX))
  const another = Readable.from([formOf(smallPng)])
  await assert.rejects(uploadAttachment(service.app, actor, another, multipartX), { kind: 'too_many_requests' })
  for (const body of bodies) body.end(formOf(smallPng))
  await Promise.all(uploads)
  await uploadAttachment(service.app, actor, Readable.from([formOf(smallPng)]), multipartX)
  assert.equal(await countKept(), before + maxIncomingUploads + 1)
})

test('an attachment without a dispute is removed after a day; one with a dispute stays', async () => {
  const unused = await shop.attachment()
  const used = await shop.attachment()
  await shop.openDispute({ attachment_ids: [used] })
  await removeUnusedAttachments(service.app)
  assert.equal((await shop.call('GET', `/api/v1/disputes/attachments/${unused}`)).status, 200)
  service.clock.advance(day + 1)
  await removeUnusedAttachments(service.app)
  assert.equal((await shop.call('GET', `/api/v1/disputes/attachments/${unused}`)).status, 404)
  assert.equal((await shop.call('GET', `/api/v1/disputes/attachments/${used}`)).status, 200)
  assert.equal(await countKept(), 1)
})
