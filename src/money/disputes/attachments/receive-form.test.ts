import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { formOf, multipartX, smallPng } from '../../../../testkit/uploads.ts'
import { openBucketFiles } from '../../../platform/adapters/bucket-files.ts'
import { type Files, openLocalFiles } from '../../../platform/adapters/files.ts'
import type { App } from '../../../platform/app/app.ts'
import type { MerchantId } from '../../../platform/base/ids.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { evidenceFiles } from './form-files.ts'
import type { PaceLimits } from './limits.ts'
import { receiveForm } from './receive-form.ts'

const folder = mkdtempSync(join(tmpdir(), 'qist-forms-'))
const local = openLocalFiles(folder)
before(() => local.prepare())
after(() => rmSync(folder, { recursive: true }))

const incoming = (): string[] => readdirSync(join(folder, 'incoming'))
const actor = { merchantId: '11111111-1111-4111-8111-111111111111' as MerchantId } as Actor

function receive(files: Files, body: Readable, pace?: PaceLimits): Promise<unknown> {
  const app = { files } as App
  const source = { body, contentType: multipartX }
  return receiveForm(app, actor, source, () => undefined, evidenceFiles(app, actor), pace)
}

const pieceBytes = 700 * 1024
/** A form whose file has arrived up to here. */
const begun = (bytes: number): Buffer => formOf(Buffer.alloc(bytes), undefined, '')

async function* goingAfter(bytes: number): AsyncGenerator<Buffer> {
  yield begun(bytes)
  throw new Error('the client has gone')
}

for (const bytes of [0, pieceBytes]) {
  test(`a client that disconnects after ${bytes} bytes of a file leaves nothing in the folder`, async () => {
    await assert.rejects(receive(local, Readable.from(goingAfter(bytes))), /the client has gone/)
    assert.deepEqual(incoming(), [])
  })
}

test('a file that arrives too slowly leaves nothing in the folder', async () => {
  const body = new PassThrough()
  body.write(begun(pieceBytes))
  await assert.rejects(receive(local, body, { graceMs: 50, bytesPerSecond: 2 ** 40 }), /bad_request/)
  assert.deepEqual(incoming(), [])
  body.destroy()
})

test('uploads in memory: clients that disconnect free their places', async () => {
  const files = openBucketFiles({ bucket: 'x', region: 'y', endpoint: undefined }, undefined, 2 * pieceBytes)
  for (let gone = 0; gone < 3; gone += 1)
    await assert.rejects(receive(files, Readable.from(goingAfter(pieceBytes))), /the client has gone/)
  const draft = await files.draft(Readable.from([Buffer.alloc(2 * pieceBytes)]), 2 * pieceBytes)
  assert.equal(draft.bytes, 2 * pieceBytes)
})

test('a file whose type check fails: nothing is left in the folder', async () => {
  const unseen: Files = {
    ...local,
    draft: async (source, limitBytes) =>
      Object.defineProperty(await local.draft(source, limitBytes), 'head', {
        get: () => assert.fail('the type cannot be seen'),
      }),
  }
  await assert.rejects(receive(unseen, Readable.from([formOf(smallPng)])), /the type cannot be seen/)
  assert.deepEqual(incoming(), [])
})
