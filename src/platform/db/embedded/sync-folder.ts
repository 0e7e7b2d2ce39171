import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes sure that the names in a folder outlive a crash of the machine. Where folders cannot be flushed nothing is done. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
