import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, test } from 'node:test'
import { startServer } from '../../src/entries/server.ts'
import { removeUnusedAttachments } from '../../src/money/disputes/attachments/attachments.ts'
import { type Files, openLocalFiles } from '../../src/platform/adapters/files.ts'
import { openMetrics } from '../../src/platform/adapters/metrics.ts'
import type { App } from '../../src/platform/app/app.ts'
import { day } from '../../src/platform/base/times.ts'
import { withServiceCache } from '../../testkit/processes.ts'
import { formOf, multipartX, smallPng } from '../../testkit/uploads.ts'
import { openTestBucket } from '../support/bucket.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/service-process.ts'

// A failure on our side during an upload is a 500, logged with its cause, and leaves nothing behind.
const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

async function open(env: NodeJS.ProcessEnv = {}): Promise<{ service: TestService; shop: DisputeShop; folder: string }> {
  const service = await startTestService({ env })
  closes.push(() => service.close())
  return { service, shop: await openDisputeShop(service), folder: join(service.app.config.dataDir, 'attachments') }
}

async function send(shop: Pick<DisputeShop, 'baseUrl' | 'key'>, content = smallPng) {
  const answer = await fetch(`${shop.baseUrl}/api/v1/disputes/attachments/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.key}`, 'content-type': multipartX },
    body: new Uint8Array(formOf(content)),
  })
  return { status: answer.status, body: (await answer.json()) as { errorType: string; error: string } }
}

async function assertFailed(service: TestService, answer: Awaited<ReturnType<typeof send>>, cause: RegExp) {
  assert.deepEqual(answer, {
    status: 500,
    body: { status: 'error', errorType: 'internal', error: 'Internal Server Error' },
  })
  const failed = service.logged.filter(({ msg }) => msg === 'failed')
  assert.equal(failed.length, 1)
  assert.match(JSON.stringify(failed[0]), cause)
}

async function countRows(service: TestService): Promise<number> {
  return (await service.database.query('select file_name from attachments')).length
}

const large = Buffer.concat([smallPng, Buffer.alloc(2_000_000)])

for (const [what, content] of [
  ['a small file', smallPng],
  ['a large file', large],
] as const) {
  test(`a missing folder: ${what}`, async () => {
    const { service, shop, folder } = await open()
    rmSync(folder, { recursive: true })
    await assertFailed(service, await send(shop, content), /ENOENT/)
    assert.equal(await countRows(service), 0)
    await mkdir(join(folder, 'incoming'), { recursive: true })
    assert.equal((await send(shop, content)).status, 200)
  })

  test(`a file in place of the folder: ${what}`, async () => {
    const { service, shop, folder } = await open()
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
    await assertFailed(service, await send(shop, content), /ENOTDIR/)
    assert.equal(await countRows(service), 0)
  })
}

test('a folder into which a received file cannot be moved', async () => {
  const { service, shop, folder } = await open()
  // Uploads are received in another folder, as on another disk.
  const elsewhere = openLocalFiles(join(service.app.config.dataDir, 'elsewhere'))
  const files: Files = {
    ...elsewhere,
    draft: async (source, limit) => {
      const draft = await elsewhere.draft(source, limit)
      rmSync(join(service.app.config.dataDir, 'elsewhere'), { recursive: true })
      return draft
    },
  }
  const server = await serve({ ...service.app, files })
  await assertFailed(service, await send({ ...shop, baseUrl: server }), /ENOENT/)
  assert.equal(await countRows(service), 0)
  assert.deepEqual(readdirSync(folder), ['incoming'])
})

test('a disk that is full in the middle of a file', async () => {
  const { service, shop, folder } = await open()
  // A file size limit (in KiB) for this process simulates a full disk.
  const env = { ...process.env, PORT: '0', REGIONS: 'uae', LOG_LEVEL: 'error', DATABASE_URL: service.database.url }
  const limited = spawn('sh', ['-c', 'ulimit -f 1000; exec "$0" "$1"', process.execPath, 'bin/serve.js'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: withServiceCache({ ...env, DATA_DIR: service.app.config.dataDir }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closes.push(async () => {
    limited.kill('SIGTERM')
    await once(limited, 'close')
  })
  const lines: string[] = []
  const reading = createInterface({ input: limited.stdout })
  const baseUrl = await new Promise<string>((resolve) => {
    reading.on('line', (line) => {
      lines.push(line)
      const address = /^ {2}UAE.*API (\S+)/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  const answer = await send({ ...shop, baseUrl }, large)
  assert.deepEqual([answer.status, answer.body.error], [500, 'Internal Server Error'])
  await until(() => lines.some((line) => line.includes('EFBIG')))
  assert.deepEqual(readdirSync(folder, { recursive: true }), ['incoming'])
  assert.equal(await countRows(service), 0)
  assert.equal((await send({ ...shop, baseUrl })).status, 200)
})

test('a bucket that fails', async () => {
  const bucket = await openTestBucket()
  closes.push(() => bucket.close())
  process.env['AWS_ACCESS_KEY_ID'] = 'test'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'test'
  const env = { ATTACHMENTS_BUCKET: bucket.bucket, ATTACHMENTS_ENDPOINT: bucket.endpoint }
  const { service, shop } = await open(env)
  bucket.failures = 100
  await assertFailed(service, await send(shop), /503|SlowDown/)
  assert.equal(bucket.objects.size, 0)
  bucket.failures = 0
  assert.equal((await send(shop)).status, 200)
  // Whether the bucket stored the first file is unknown, because its removal failed, too. The sweep removes it.
  service.clock.advance(day + 1)
  await removeUnusedAttachments(service.app)
  assert.deepEqual([await countRows(service), bucket.objects.size], [0, 0])
})

async function serve(app: App): Promise<string> {
  const server = await startServer(app, openMetrics(), 'uae')
  closes.push(() => server.close())
  return server.baseUrl
}
