import assert from 'node:assert/strict'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { receiveUpload, uploadLimits } from '../../src/money/disputes/attachments/receive-upload.ts'
import { formOf, multipartX, smallPng } from '../../testkit/uploads.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { awaitKeptOf, countKeptOf } from '../support/kept-attachments.ts'
import { malformedUploads } from '../support/malformed-uploads.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop

before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
})
after(() => service.close())

const countKept = (): Promise<number> => countKeptOf(service)

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

const refused = JSON.stringify({ status: 'error', errorType: 'bad_data', error: 'bad_request' })
const fiveMiB = 5 * 1024 * 1024

function padded(content: Buffer, bytes: number): Buffer {
  return Buffer.concat([content, Buffer.alloc(bytes - content.length)])
}

test('over a hundred malformed uploads are refused, and nothing is stored', async () => {
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

test('a PNG, a JPEG and a PDF are accepted up to 5 MiB, with any file name', async () => {
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

test('a randomly damaged form is answered with 200 or 400 only', async () => {
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

test('a client that hangs up during the upload leaves nothing behind', async () => {
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
  // The next upload is answered after or during the removal of the broken ones; neither leaves files.
  assert.equal((await send(multipartX, formOf(smallPng))).status, 200)
  await awaitKeptOf(service, before + 1)
})

test('a body that arrives one byte at a time is aborted', async () => {
  const form = formOf(smallPng)
  let sent = 0
  const body = Readable.from(
    (async function* () {
      for (const byte of form) {
        sent += 1
        yield Buffer.of(byte)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })(),
  )
  const limits = { ...uploadLimits, graceMs: 100 }
  await assert.rejects(receiveUpload(service.app.files, body, multipartX, limits), /bad_request/)
  assert.ok(sent < form.length / 4, `${sent} of ${form.length}`)
  body.destroy()
  await countKept()
})
