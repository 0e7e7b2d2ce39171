import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { openTestBucket, type TestBucket } from '../../../test/support/bucket.ts'
import { openBucketFiles } from './bucket-files.ts'
import { type Files, FileTooLarge, openLocalFiles } from './files.ts'

let folder: string
let bucket: TestBucket
let local: Files
let places: readonly { readonly files: Files; incoming(): string[]; kept(): string[] }[]

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qist-files-'))
  bucket = await openTestBucket()
  process.env['AWS_ACCESS_KEY_ID'] = 'test'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'test'
  local = openLocalFiles(join(folder, 'local'))
  await local.prepare()
  const names = (path: string): string[] => readdirSync(join(folder, path)).filter((name) => name !== 'incoming')
  places = [
    { files: local, incoming: () => names('local/incoming'), kept: () => names('local') },
    {
      files: openBucketFiles({ ...bucket, region: 'us-east-1' }),
      incoming: () => [],
      kept: () => [...bucket.objects.keys()],
    },
  ]
})
after(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

async function* chunks(of: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < of.length; at += size) yield of.subarray(at, at + size)
}

test('a stored file is read back unchanged, with its size, its hash and its first bytes', async () => {
  for (const { files, kept, incoming } of places) {
    const draft = await files.draft(chunks(content), content.length)
    assert.deepEqual([draft.bytes, draft.head], [content.length, content.subarray(0, 4_100)])
    assert.deepEqual(draft.sha256, createHash('sha256').update(content).digest())
    assert.deepEqual(kept(), [], 'a draft is not kept yet')
    await draft.keep()
    assert.deepEqual(kept(), [draft.name])
    assert.deepEqual(incoming(), [])
    assert.deepEqual(Buffer.concat(await (await files.read(draft.name)).toArray()), content)
    await files.remove(draft.name)
    await files.remove(draft.name)
    assert.deepEqual(kept(), [])
    await assert.rejects(async () => (await files.read(draft.name)).toArray())
  }
})

test('a file one byte too large, a source that fails and a discarded draft leave nothing', async () => {
  for (const { files, kept, incoming } of places) {
    await assert.rejects(files.draft(chunks(content), content.length - 1), FileTooLarge)
    const failing = Readable.from(
      (async function* () {
        yield content
        throw new Error('gone')
      })(),
    )
    await assert.rejects(files.draft(failing, content.length), /gone/)
    await (await files.draft(chunks(content), content.length)).discard()
    assert.deepEqual([kept(), incoming()], [[], []])
  }
})

test('a name that we did not create never becomes part of a path', async () => {
  for (const { files } of places) {
    for (const name of ['../secrets.key', '/etc/passwd', 'a', '', 'incoming', '00000000-0000-4000-8000-00000000000A']) {
      await assert.rejects(async () => files.read(name), /not the name of a kept file/)
      await assert.rejects(async () => files.remove(name), /not the name of a kept file/)
    }
  }
})

test('interrupted drafts are removed once they are old, and stored files are not', async () => {
  const incoming = join(folder, 'local/incoming')
  const draft = await local.draft(chunks(content), content.length)
  await draft.keep()
  for (const [name, secondsAgo] of [
    ['old', 100],
    ['young', 10],
  ] as const) {
    writeFileSync(join(incoming, name), 'half a file')
    utimesSync(join(incoming, name), Date.now() / 1000 - secondsAgo, Date.now() / 1000 - secondsAgo)
  }
  await local.removeStrays(Date.now() - 50_000)
  assert.deepEqual(readdirSync(incoming), ['young'])
  assert.deepEqual(Buffer.concat(await (await local.read(draft.name)).toArray()), content)
  await local.remove(draft.name)
  rmSync(join(incoming, 'young'))
})

test('a file is readable only by its owner', async () => {
  const draft = await local.draft(chunks(content), content.length)
  assert.equal(statSync(join(folder, 'local/incoming', draft.name)).mode & 0o077, 0)
  await draft.discard()
})

test('a folder that cannot be written is refused before an upload begins', async () => {
  writeFileSync(join(folder, 'file'), '')
  await assert.rejects(openLocalFiles(join(folder, 'file/below')).prepare(), { code: 'ENOTDIR' })
})

test('uploads for a bucket have a memory limit, and each stored, discarded or refused one frees its part', async () => {
  const files = openBucketFiles({ ...bucket, region: 'us-east-1' }, undefined, 2 * content.length)
  const take = () => files.draft(chunks(content), content.length)
  const [first, second] = [await take(), await take()]
  await assert.rejects(take(), { kind: 'too_many_requests' })
  await first.discard()
  const third = await take()
  await assert.rejects(take(), { kind: 'too_many_requests' })
  await second.keep()
  await third.keep()
  for (const draft of [await take(), await take()]) await draft.discard()
  for (const { name } of [second, third]) {
    assert.deepEqual(bucket.objects.get(name), content)
    await files.remove(name)
  }
})

test('a bucket that fails for a moment is tried again', async () => {
  const files = places[1]?.files
  assert.ok(files)
  const draft = await files.draft(chunks(content), content.length)
  bucket.failures = 2
  await draft.keep()
  assert.deepEqual(bucket.objects.get(draft.name), content)
  await files.remove(draft.name)
})
