import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { day } from '../../src/base/times.ts'
import { int4 } from '../../src/db/columns.ts'
import { defineStatement } from '../../src/db/statement.ts'
import { receiveUpload, uploadLimits } from '../../src/disputes/attachments/receive-upload.ts'
import { removeUnusedAttachments } from '../../src/disputes/attachments/remove-unused-attachments.ts'
import {
  maxIncomingUploads,
  type UnusedQuota,
  unusedQuota,
  uploadAttachment,
} from '../../src/disputes/attachments/upload-attachment.ts'
import { serviceActor } from '../../src/merchants/caller.ts'
import { formOf, multipartX, smallPng } from '../../testkit/uploads.ts'
import { openTestBucket } from '../support/bucket.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { malformedUploads } from '../support/malformed-uploads.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop

before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
})
after(() => service.close())

interface Raw {
  readonly status: number | undefined
  readonly text: string
}

function send(contentType: string | undefined, body: Buffer, pieces = 1): Promise<Raw> {
  const headers = {
    authorization: `Bearer ${shop.key}`,
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  }
  return new Promise((resolve, reject) => {
    const url = `${shop.baseUrl}/api/v1/disputes/attachments/upload`
    const request = sendRequest(url, { method: 'POST', headers, agent: false }, async (answer: IncomingMessage) => {
      resolve({ status: answer.statusCode, text: (await answer.toArray()).join('') })
    })
    request.on('error', reject)
    const size = Math.ceil(body.length / pieces)
    for (let at = 0; at < body.length; at += size) request.write(body.subarray(at, at + size))
    request.end()
  })
}

function keptFiles(): string[] {
  const folder = join(service.app.config.dataDir, 'attachments')
  const names = readdirSync(folder, { recursive: true }).map(String)
  return names.filter((name) => name !== 'incoming')
}

const countRows = defineStatement(
  'test_count_attachments',
  {},
  { rows: int4 },
  `select count(*)::int as rows from attachments`,
)

/** How many attachments there are: rows and files, which must agree. */
async function countKept(): Promise<number> {
  const [counted] = await service.app.db.run(countRows, {})
  assert.equal(keptFiles().length, counted?.rows)
  return counted?.rows ?? -1
}

const refused = JSON.stringify({ status: 'error', errorType: 'bad_data', error: 'bad_request' })
const fiveMiB = 5 * 1024 * 1024

function padded(content: Buffer, bytes: number): Buffer {
  return Buffer.concat([content, Buffer.alloc(bytes - content.length)])
}

test('more than a hundred malformed uploads are all refused, and nothing of them is stored', async () => {
  const before = await countKept()
  const uploads = malformedUploads()
  assert.ok(uploads.length >= 100, `${uploads.length} uploads`)
  for (const { name, contentType, body } of uploads) {
    for (const pieces of body.length < 3_000 ? [1, 17] : [1]) {
      const answer = await send(contentType, body, pieces)
      assert.deepEqual([name, answer], [name, { status: 400, text: refused }])
    }
  }
  assert.equal(await countKept(), before)
})

test('a PNG, a JPEG and a PDF are accepted up to 5 MiB, whatever they are called', async () => {
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
  const named = (parameters: string): string =>
    `--X\r\nContent-Disposition: form-data; name="attachment"${parameters}\r\nContent-Type: text/html\r\n\r\n`
  const before = await countKept()
  const bodies = [
    formOf(smallPng),
    formOf(jpeg),
    formOf(Buffer.from('%PDF-1.7\n%%EOF')),
    formOf(padded(smallPng, fiveMiB)),
    formOf(smallPng, named('')),
    formOf(smallPng, named('; filename="../../../etc/passwd"')),
    formOf(smallPng, named('; filename="C:\\\\windows\\\\a.exe"')),
    formOf(smallPng, named('; filename="a\0.png"')),
    formOf(smallPng, named('; filename=""')),
    Buffer.concat([Buffer.from('a preamble\r\n'), formOf(smallPng), Buffer.from('an epilogue')]),
  ]
  for (const [index, body] of bodies.entries()) {
    const answer = await send(multipartX, body)
    assert.deepEqual([index, answer.status], [index, 200], answer.text)
    assert.match(answer.text, /^\{"id":"[0-9a-f-]{36}"\}$/)
  }
  const quoted = await send(
    'Multipart/Form-Data; charset=utf-8; boundary="X"',
    formOf(smallPng),
    formOf(smallPng).length,
  )
  assert.equal(quoted.status, 200)
  assert.equal(await countKept(), before + bodies.length + 1)
})

test('a form with random damage is answered with 200 or 400 and nothing else', async () => {
  const whole = formOf(smallPng)
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(whole.length), fc.integer({ min: 1, max: 9 }), async (bytes, cut, pieces) => {
      const body = Buffer.from(whole)
      for (const [at, byte] of bytes) body[at] = byte
      const answer = await send(multipartX, body.subarray(0, Math.max(cut, 40)), pieces)
      assert.ok(answer.status === 200 || answer.text === refused, `${answer.status} ${answer.text}`)
    }),
    { numRuns: 300 },
  )
  await countKept()
})

test('a client that hangs up in the middle leaves nothing behind', async () => {
  const before = await countKept()
  const form = formOf(padded(smallPng, 200_000))
  const head = `POST /api/v1/disputes/attachments/upload HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${shop.key}\r\nContent-Type: ${multipartX}\r\nContent-Length: ${form.length}\r\n\r\n`
  for (const sent of [0, 60, 1_000, 150_000]) {
    const socket = connect(Number(new URL(shop.baseUrl).port), '127.0.0.1')
    await new Promise<void>((resolve) =>
      socket.write(Buffer.concat([Buffer.from(head), form.subarray(0, sent)]), () => resolve()),
    )
    socket.destroy()
  }
  // The next upload is answered after the broken ones were noticed, or beside them; either way they leave no trace.
  assert.equal((await send(multipartX, formOf(smallPng))).status, 200)
  for (let tries = 0; tries < 200 && keptFiles().length !== before + 1; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  assert.equal(await countKept(), before + 1)
})

test('a body that comes one byte at a time is given up', async () => {
  const body = Readable.from(
    (async function* () {
      for (const byte of formOf(smallPng)) {
        yield Buffer.of(byte)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })(),
  )
  const startedAt = performance.now()
  const limits = { ...uploadLimits, graceMs: 100 }
  await assert.rejects(receiveUpload(service.app.files, body, multipartX, limits), /bad_request/)
  assert.ok(performance.now() - startedAt < 1_000)
  body.destroy()
  await countKept()
})

test('an attachment is served back to its merchant only, as a download of its real type', async () => {
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

test('attachments are kept in a bucket where one is configured', async () => {
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

test('an upload beyond the quota of unused files is refused and not kept', async () => {
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

test('more than twenty uploads of a merchant at once are told to come later', async () => {
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

test('what no dispute refers to is removed after a day, what one refers to stays', async () => {
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
