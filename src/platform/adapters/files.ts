import { createHash, type Hash } from 'node:crypto'
import { access, constants, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { newSecretId, parseId } from '../base/ids.ts'
import { makeFolder } from '../base/make-folder.ts'
import type { Instant } from '../base/times.ts'
import { assertNoTransaction } from '../db/db.ts'

/** A store of files under random names that we make. */
export interface Files {
  /** Makes the folder if it is missing. Throws if it cannot be written. */
  prepare(): Promise<void>
  /**
   * Receives a file chunk by chunk, without saving it yet. Throws a FileTooLarge above the limit, and the source's
   * errors; then nothing of the file is left.
   */
  draft(source: AsyncIterable<Buffer>, limitBytes: number): Promise<Draft>
  /** Returns the content of a saved file as a stream. */
  read(name: string): Promise<Readable>
  /** Removes a saved file, if it is there. */
  remove(name: string): Promise<void>
  /** Removes the files of drafts that were interrupted before this moment. */
  removeStrays(before: Instant): Promise<void>
}

/** A received file that can be saved or dropped. */
export interface Draft {
  readonly name: string
  readonly bytes: number
  readonly sha256: Buffer
  /** The first bytes, at most 4,100, which show the file's type. */
  readonly head: Buffer
  /** Saves the file under its name. It is durable when the promise resolves. */
  keep(): Promise<void>
  discard(): Promise<void>
}

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}

const headBytes = 4_100
/** Small chunks are collected up to this size before a write. */
const writeBytes = 512 * 1024

/** Opens files in a local folder. */
export function openLocalFiles(folder: string): Files {
  const incoming = join(folder, 'incoming')
  return {
    async prepare() {
      makeFolder(incoming, 0o700)
      // mkdir says nothing about a folder that exists.
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
    // The first error is thrown, also if closing fails.
    await handle.close().catch(() => undefined)
    await discard().catch(() => undefined)
    throw error
  }
}

/** Passes an incoming file on in pieces, and returns the facts of its draft. Throws a FileTooLarge above the limit. */
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

/** Returns the name if it has our form, else throws: no foreign text becomes part of a path. */
export function checkedName(name: string): string {
  if (parseId(name) !== name) throw new Error('not the name of a kept file')
  return name
}

// A renamed file is durable only after its folder is flushed.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
