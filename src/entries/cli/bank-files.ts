import { open, readFile, rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { writeOut } from './output.ts'
import { refuseFile } from './problems.ts'

/** Where the bank's orders are written to. */
export interface BankFile {
  /** Throws where not all of it has arrived there. */
  readonly write: (text: string) => Promise<void>
  /** Leaves nothing behind of what was not written to its end. */
  readonly discard: () => Promise<void>
}

/**
 * Opens a new file, or standard output. Refuses a file that is there already, for it may not have been sent yet, and one that cannot be
 * written: nothing has been exported then. Only its owner may read it, because it has names and IBANs.
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

/** The whole of a file, or of standard input. Refuses what cannot be read. */
export function readBankFile(path: string): Promise<Buffer> {
  return (path === '-' ? buffer(process.stdin) : readFile(path)).catch((error) => refuseFile(path, error))
}
