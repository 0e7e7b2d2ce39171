import { open, readFile, rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { writeOut } from './output.ts'
import { refuseFile } from './problems.ts'

/** The output of payment orders for the bank. */
export interface BankFile {
  /** Throws if the text was not written completely. */
  readonly write: (text: string) => Promise<void>
  /** Removes an incomplete file. */
  readonly discard: () => Promise<void>
}

/**
 * Opens a new file, or standard output. Refuses an existing file, which may not have been sent yet, and one that cannot
 * be written; nothing is exported then. Only its owner may read it, because it contains names and IBANs.
 */
export async function openBankFile(path: string | undefined): Promise<BankFile> {
  if (path === undefined) return { write: writeOut, discard: async () => undefined }
  const file = await open(path, 'wx', 0o600).catch((error) => refuseFile(path, error))
  let isWritten = false
  return {
    async write(text) {
      try {
        await file.writeFile(text)
        await file.sync()
        await file.close()
        isWritten = true
      } catch (error) {
        refuseFile(path, error)
      }
    },
    async discard() {
      if (isWritten) return
      await file.close().catch(() => undefined)
      await rm(path, { force: true })
    },
  }
}

/** Reads a whole file, or standard input for `-`. Refuses what cannot be read. */
export function readBankFile(path: string): Promise<Buffer> {
  return (path === '-' ? buffer(process.stdin) : readFile(path)).catch((error) => refuseFile(path, error))
}
