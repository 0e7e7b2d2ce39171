import { open, readFile, rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '../base/refusals.ts'

/** Where the bank's orders are written to. */
export interface BankFile {
  /** Throws where not all of it has arrived there. */
  readonly write: (text: string) => Promise<void>
  /** Leaves nothing behind of what was not written to its end. */
  readonly discard: () => Promise<void>
}

/**
 * Opens a new file, or standard output. Refuses a file that is there already, for it may not have been sent yet, and one that cannot be
 * written: nothing has been exported then.
 */
export async function openBankFile(path: string | undefined): Promise<BankFile> {
  if (path === undefined) return { write: writeOut, discard: async () => undefined }
  const file = await open(path, 'wx').catch((error) => refuse(path, error))
  let isWritten = false
  return {
    async write(text) {
      try {
        await file.writeFile(text)
        await file.sync()
        await file.close()
        isWritten = true
      } catch (error) {
        refuse(path, error)
      }
    },
    async discard() {
      if (isWritten) return
      await file.close().catch(() => undefined)
      await rm(path, { force: true })
    },
  }
}

/** The whole of a file, or of standard input. Refuses what cannot be read. */
export function readBankFile(path: string): Promise<Buffer> {
  return (path === '-' ? buffer(process.stdin) : readFile(path)).catch((error) => refuse(path, error))
}

function writeOut(text: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    process.stdout.once('error', reject)
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  }).catch((error) => refuse('standard output', error))
}

const problems: Readonly<Record<string, string>> = {
  EEXIST: 'there is a file of this name already; it may not have been sent yet',
  ENOENT: 'there is no such file or folder',
  EISDIR: 'this is a folder and no file',
  EACCES: 'access is not allowed',
  ENOSPC: 'no space is left',
  EPIPE: 'nobody reads it any more',
}

function refuse(path: string, error: unknown): never {
  if (!(error instanceof Error && 'code' in error)) throw error
  throw new Refusal('bad_data', `${path}: ${problems[String(error.code)] ?? error.message}`)
}
