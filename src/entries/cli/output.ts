import { refuseFile } from './file-problems.ts'

const closing = new AbortController()

/** That nothing more is taken: whoever read it has read enough (`qist … | head`), or there is no room. What goes on for long ends then. */
export const outputClosed: AbortSignal = closing.signal

/**
 * Has a command whose output is not taken any more come to its end all the same: it changes what it was told to change, and closes what it
 * has opened.
 */
export function watchOutput(): void {
  process.stdout.on('error', (error) => closing.abort(error))
  // Of this one nobody could be told.
  process.stderr.on('error', () => undefined)
}

/** Writes to standard output no faster than it is taken. Refuses where not all of it is. */
export function writeOut(text: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  }).catch(refuse)
}

/** Waits until all that was written has been taken. Refuses where it was not, unless because nobody wants it: that is no failure. */
export async function finishOutput(): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
  if (outputClosed.aborted && outputClosed.reason.code !== 'EPIPE') refuse(outputClosed.reason)
}

const refuse = (error: unknown): never => refuseFile('standard output', error)
