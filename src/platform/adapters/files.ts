import { createHash, type Hash } from 'node:crypto'
import { access, constants, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { newSecretId, parseId } from '../base/ids.ts'
import { makeFolder } from '../base/make-folder.ts'
import type { Instant } from '../base/times.ts'
import { assertNoTransaction } from '../db/db.ts'

/** Where files are kept, under random names of our own making. */
export interface Files {
  /** Makes the place where it is missing. Throws where nothing can be written. */
  prepare(): Promise<void>
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

/** Files in a local folder. */
export function openLocalFiles(folder: string): Files {
  const incoming = join(folder, 'incoming')
  return {
    async prepare() {
      makeFolder(incoming, 0o700)
      // Where it was there before, making it says nothing.
      await access(incoming, constants.W_OK)
    },
    draft: (source, limitBytes) =>
      takeDraft(incoming, source, limitBytes, async (path, name) => {
        await rename(path, join(folder, checkedName(name)))
        await syncFolder(folder)
      }),
    read: async (name) => (await open(join(folder, checkedName(name)))).createReadStream(),
    remove: async (name) => {
      assertNoTransaction('a file')
      await rm(join(folder, checkedName(name)), { force: true })
    },
    removeStrays: (before) => removeStrays(incoming, before),
  }
}

async function takeDraft(
  folder: string,
  source: AsyncIterable<Buffer>,
  limitBytes: number,
  keep: (path: string, name: string) => Promise<void>,
): Promise<Draft> {
  assertNoTransaction('a file')
  const name = newSecretId()
  const path = join(folder, name)
  const discard = (): Promise<void> => rm(path, { force: true })
  const handle = await open(path, 'wx', 0o600)
  try {
    const received = await receive(source, limitBytes, (piece) => handle.writeFile(piece))
    await handle.sync()
    await handle.close()
    return { name, ...received, keep: () => keep(path, name), discard }
  } catch (error) {
    // Whatever else goes wrong now, what is told is what went wrong first.
    await handle.close().catch(() => undefined)
    await discard().catch(() => undefined)
    throw error
  }
}

/** Hands the file on in pieces as it comes in, and answers what a draft tells of it. Throws a FileTooLarge beyond the limit. */
export async function receive(
  source: AsyncIterable<Buffer>,
  limitBytes: number,
  take: (piece: Buffer) => Promise<void> | void,
): Promise<Pick<Draft, 'bytes' | 'head' | 'sha256'>> {
  const hash: Hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let bytes = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const write = async (): Promise<void> => {
    const piece = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    await take(piece)
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
