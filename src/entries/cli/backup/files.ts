import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { ServerUser } from '../../../platform/db/embedded/server-user.ts'

/** Size and checksum of a file. */
export interface FileSum {
  readonly bytes: number
  readonly sha256: string
}

const pieceBytes = 1024 * 1024

/** Copies a file to a new one that only its owner may read. It is on disk when this returns. */
export async function copyFile(source: string, target: string, owner?: ServerUser): Promise<FileSum> {
  const input = await open(source, 'r')
  try {
    const output = await open(target, 'wx', 0o600)
    try {
      if (owner !== undefined) await output.chown(owner.uid, owner.gid)
      const sum = await readThrough(input, async (piece) => void (await output.writeFile(piece)))
      await output.sync()
      return sum
    } finally {
      await output.close()
    }
  } finally {
    await input.close()
  }
}

/** Flushes a file to disk and returns its size and checksum. */
export async function sumFile(path: string): Promise<FileSum> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
    return await readThrough(file, async () => undefined)
  } finally {
    await file.close()
  }
}

async function readThrough(file: FileHandle, take: (piece: Buffer) => Promise<void>): Promise<FileSum> {
  const hash = createHash('sha256')
  let bytes = 0
  // Most files are small, and each stream allocates a whole piece.
  const { size } = await file.stat()
  const highWaterMark = Math.min(pieceBytes, size + 1)
  for await (const piece of file.createReadStream({ autoClose: false, highWaterMark })) {
    hash.update(piece)
    bytes += piece.length
    await take(piece)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Enough parallel work to keep a disk busy, without much memory. */
const atOnce = 8

/**
 * Does `work` for every item, eight at a time. After a failure no further item is begun; it throws when all running
 * ones have ended.
 */
export async function workAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  let hasFailed = false
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (hasFailed) return
      await work(item).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}
