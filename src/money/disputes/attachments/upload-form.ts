import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { type Draft, type Files, FileTooLarge } from '../../../platform/adapters/files.ts'
import { refusals } from '../refusals.ts'
import { isMultipart } from './attachment.ts'

/** The file of the form ended too early or was given up. */
class BrokenPart extends Error {}

/** A form with one file, during parsing. It fails as soon as it is invalid. */
export class UploadForm {
  readonly #files: Files
  readonly #maxFileBytes: number
  readonly #parser: Writable | undefined
  readonly #failure = Promise.withResolvers<never>()
  readonly #parsed = Promise.withResolvers<void>()
  #isFailed = false
  #part: Readable | undefined
  #draft: Promise<Draft> | undefined
  #ownFailure: Error | undefined

  constructor(files: Files, contentType: string | undefined, maxFileBytes: number) {
    this.#files = files
    this.#maxFileBytes = maxFileBytes
    this.#parser = openParser(contentType)
    this.#failure.promise.catch(() => undefined)
    const fail = (): void => this.fail()
    if (this.#parser === undefined) fail()
    this.#parser?.on('error', fail)
    this.#parser?.on('partsLimit', fail)
    this.#parser?.on('finish', () => this.#parsed.resolve())
    this.#parser?.on('file', (name: string, part: Readable) => this.#takePart(name, part))
  }

  /** The service's own failure; undefined if the client is at fault. */
  get ownFailure(): Error | undefined {
    return this.#ownFailure
  }

  fail(): void {
    this.#isFailed = true
    this.#failure.reject(refusals.badRequest())
    this.#part?.destroy(refusals.badRequest())
  }

  /** Parses a chunk; does nothing once the form has failed. */
  async write(chunk: Buffer): Promise<void> {
    if (this.#isFailed || this.#parser === undefined || this.#parser.write(chunk)) return
    await Promise.race([once(this.#parser, 'drain'), this.#failure.promise]).catch(() => undefined)
  }

  /** Returns the file when the whole form is parsed. Refuses a failed form. */
  async finish(): Promise<Draft> {
    if (!this.#isFailed) this.#parser?.end()
    await Promise.race([this.#failure.promise, this.#parsed.promise])
    if (this.#draft === undefined) throw refusals.badRequest()
    return this.#draft
  }

  /** Gives the form up and removes its draft. */
  async drop(): Promise<void> {
    this.fail()
    await this.#draft?.then(
      (received) => received.discard(),
      () => undefined,
    )
  }

  #takePart(name: string, part: Readable): void {
    // Without a listener, a part that ends too early would end the process.
    part.on('error', () => this.fail())
    if (this.#isFailed || name !== 'attachment' || this.#part !== undefined) {
      part.resume()
      this.fail()
      return
    }
    this.#part = part
    this.#draft = this.#files.draft(readPart(part), this.#maxFileBytes)
    this.#draft.catch((error: Error) => {
      if (!(error instanceof BrokenPart || error instanceof FileTooLarge)) this.#ownFailure ??= error
      this.fail()
    })
  }
}

// A failure while the part is read is the client's. Any other failure is the service's own.
async function* readPart(part: Readable): AsyncGenerator<Buffer> {
  try {
    yield* part
  } catch (error) {
    throw new BrokenPart('the part of a form broke off', { cause: error })
  }
}

function openParser(contentType: string | undefined): Writable | undefined {
  if (!isMultipart(contentType)) return undefined
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: 1, headerPairs: 20, headerSize: 8 * 1024 },
      isPartAFile: () => true,
    })
  } catch {
    return undefined
  }
}
