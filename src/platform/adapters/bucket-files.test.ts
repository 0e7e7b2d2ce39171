import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { DeadlinePassed } from '../base/deadline.ts'
import { newSecretId } from '../base/ids.ts'
import { type BucketLimits, openBucketFiles } from './bucket-files.ts'
import type { Files } from './files.ts'

const limits: BucketLimits = { connectMs: 500, requestMs: 200, callMs: 700, pieceMs: 200, readMs: 20_000 }
const content = Buffer.alloc(70_000, 'x')

let respond: (response: ServerResponse) => void
const server = createServer((request, response) => {
  request.resume()
  respond(response)
})
let files: Files
let quick: Files
const environment = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
const earlier = { ...process.env }

before(async () => {
  Object.assign(process.env, environment)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bucket = { bucket: 'attachments', region: 'us-east-1', endpoint }
  files = openBucketFiles(bucket, limits)
  quick = openBucketFiles(bucket, { ...limits, readMs: 300 })
})
after(async () => {
  for (const name of Object.keys(environment)) {
    if (earlier[name] === undefined) delete process.env[name]
    else process.env[name] = earlier[name]
  }
  server.closeAllConnections()
  server.close()
})

async function* chunks(): AsyncGenerator<Buffer> {
  yield content
}

test('a bucket that never answers: each operation gives up', async () => {
  respond = () => undefined
  const draft = await files.draft(chunks(), content.length)
  const name = newSecretId()
  for (const call of [() => draft.keep(), () => files.read(name), () => files.remove(name)]) {
    await assert.rejects(call, (error: Error) => error instanceof DeadlinePassed || error.name === 'TimeoutError')
  }
  await draft.discard()
})

test('a bucket that goes silent in the middle of a file: reading fails', async () => {
  respond = (response) => {
    response.writeHead(200, { 'content-length': content.length })
    response.write(content.subarray(0, 10_000))
  }
  const read = await files.read(newSecretId())
  await assert.rejects(
    read.toArray(),
    (error: Error) => error instanceof DeadlinePassed || error.name === 'TimeoutError',
  )
})

test('a file that is not read to its end does not occupy the bucket forever', async () => {
  let isGone = false
  respond = (response) => {
    response.on('close', () => {
      isGone = true
    })
    response.writeHead(200, { 'content-length': 50 * content.length })
    response.write(content)
  }
  const read = await quick.read(newSecretId())
  const [error] = await once(read, 'error').catch((thrown: unknown) => [thrown])
  assert.ok(error instanceof DeadlinePassed, String(error))
  while (!isGone) await new Promise((resolve) => setTimeout(resolve, 10))
})

test('a whole file is read back unchanged', async () => {
  respond = (response) => void response.writeHead(200, { 'content-length': content.length }).end(content)
  assert.deepEqual(Buffer.concat(await (await files.read(newSecretId())).toArray()), content)
})
