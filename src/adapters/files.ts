import { createHash, type Hash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { newSecretId, parseId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { assertNoTransaction } from '../db/db.ts'

/** Where files are kept, under random names of our own making. */
export interface Files {
  /**
   * Takes in a file chunk by chunk, no more than the limit, without keeping it. Throws a FileTooLarge beyond the limit and
   * whatever the source throws; then nothing is left of it.
   */
  draft(source: AsyncIterable<Buffer>, limitBytes: number): Promise<Draft>
  /** The content of a kept file, as a stream. */
  read(name: string): Promise<Readable>
  /** Removes a kept file; one that is not there is as good as removed. */
  remove(name: string): Promise<void>
  /** Removes what interrupted drafts left behind before this moment. */
  removeStrays(before: Instant): Promise<void>
}

/** A file that was received and can be kept or dropped. */
export interface Draft {
  readonly name: string
  readonly bytes: number
  readonly sha256: Buffer
  /** The first bytes, at most 4,100 of them: what its type is seen by. */
  readonly head: Buffer
  /** Keeps the file under its name: durable when this is answered. */
  keep(): Promise<void>
  discard(): Promise<void>
}

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}

const headBytes = 4_100
/** Chunks come small; so much of them is put together before it is written. */
const writeBytes = 512 * 1024

/** Files in a local folder, which is made when it is not there. */
export function openLocalFiles(folder: string): Files {
  const drafts = openDrafts(join(folder, 'incoming'))
  return {
    draft: (source, limitBytes) =>
      drafts.take(source, limitBytes, async (path, name) => {
        await rename(path, join(folder, checkedName(name)))
        await syncFolder(folder)
      }),
    read: async (name) => (await open(join(folder, checkedName(name)))).createReadStream(),
    remove: async (name) => {
      assertNoTransaction('a file')
      await rm(join(folder, checkedName(name)), { force: true })
    },
    removeStrays: drafts.removeStrays,
  }
}

/** How a received draft is kept: its local path and its name are given. */
export type Keep = (path: string, name: string, sha256: Buffer, bytes: number) => Promise<void>

/** A local folder that files are received in before they are kept somewhere. */
interface Drafts {
  take(source: AsyncIterable<Buffer>, limitBytes: number, keep: Keep): Promise<Draft>
  removeStrays(before: Instant): Promise<void>
}

export function openDrafts(folder: string): Drafts {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    take: (source, limitBytes, keep) => takeDraft(folder, source, limitBytes, keep),
    removeStrays: (before) => removeStrays(folder, before),
  }
}

async function takeDraft(
  folder: string,
  source: AsyncIterable<Buffer>,
  limitBytes: number,
  keep: Keep,
): Promise<Draft> {
  assertNoTransaction('a file')
  const name = newSecretId()
  const path = join(folder, name)
  const discard = (): Promise<void> => rm(path, { force: true })
  const handle = await open(path, 'wx', 0o600)
  try {
    const received = await receive(handle, source, limitBytes)
    await handle.sync()
    await handle.close()
    return { name, ...received, keep: () => keep(path, name, received.sha256, received.bytes), discard }
  } catch (error) {
    // Whatever else goes wrong now, what is told is what went wrong first.
    await handle.close().catch(() => undefined)
    await discard().catch(() => undefined)
    throw error
  }
}

async function receive(handle: FileHandle, source: AsyncIterable<Buffer>, limitBytes: number) {
  const hash: Hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let bytes = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const write = async (): Promise<void> => {
    const piece = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    await handle.writeFile(piece)
  }
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > limitBytes) throw new FileTooLarge()
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
    hash.update(chunk)
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= writeBytes) await write()
  }
  await write()
  return { bytes, head, sha256: hash.digest() }
}

async function removeStrays(folder: string, before: Instant): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < before) await rm(join(folder, name), { force: true })
  }
}

/** The name itself when it is one of ours. Nothing from outside ever becomes part of a path. */
export function checkedName(name: string): string {
  if (parseId(name) !== name) throw new Error('not the name of a kept file')
  return name
}

// A renamed file is safe only once its folder is.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
