import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { App } from '../../../platform/app/app.ts'
import { cutText, toStorable } from '../../../platform/base/texts.ts'
import { second } from '../../../platform/base/times.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { isMultipart } from './attachment.ts'
import { countUpload, type PaceLimits, watchPace } from './limits.ts'

/** The files that a form may have, and how each is saved. */
export interface FileRules<File> {
  /** The name of their parts. */
  readonly part: string
  readonly maxFiles: number
  /** The largest file and the largest form, in bytes. A larger file arrives `truncated` at `save`. */
  readonly fileBytes: number
  readonly bodyBytes: number
  save(part: BusboyFileStream, name: string): Promise<File>
  /** Returns the answer for a file above `maxFiles`. */
  refuse(name: string): File
}

export interface ReceivedForm<File> {
  /** The last value of each field. */
  readonly fields: Readonly<Record<string, string>>
  /** All values of each field. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  readonly files: readonly File[]
}

const usualPace: PaceLimits = { graceMs: 10 * second, bytesPerSecond: 8 * 1024 }

/**
 * Receives a form of a page with its files. `admit` gets the fields before the first file; if it throws, no file is
 * saved. Refuses with 400 `bad_request` a form that is malformed, too large or too slow, and with 429 more than 20
 * uploads of a merchant at once. When it throws, no file is still being received.
 */
export async function receiveForm<File>(
  app: App,
  actor: Actor,
  { body, contentType }: { readonly body: Readable; readonly contentType: string | undefined },
  admit: (fields: Readonly<Record<string, string>>) => void,
  rules: FileRules<File>,
  pace = usualPace,
): Promise<ReceivedForm<File>> {
  const form = new FormReader(contentType, admit, rules)
  const leave = countUpload(app, actor.merchantId)
  const watch = watchPace(pace)
  try {
    await Promise.race([readBody(body, form, rules.bodyBytes, watch), watch.givenUp])
    return await Promise.race([form.finish(), watch.givenUp])
  } catch (error) {
    await form.drop(error as Error)
    throw error
  } finally {
    watch.stop()
    leave()
  }
}

async function readBody<File>(
  body: Readable,
  form: FormReader<File>,
  mostBytes: number,
  watch: { bytes: number },
): Promise<void> {
  // The connection must stay open for the answer.
  const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    watch.bytes += chunk.length
    if (watch.bytes > mostBytes) return form.fail(refusals.badRequest())
    await form.write(chunk)
  }
}

/** A form during parsing. After a failure the rest is discarded. */
class FormReader<File> {
  readonly #rules: FileRules<File>
  readonly #parser: BusboyInstance
  readonly #admit: (fields: Readonly<Record<string, string>>) => void
  readonly #fields: Record<string, string> = {}
  readonly #lists: Record<string, string[]> = {}
  readonly #files: Promise<File>[] = []
  readonly #parsed = Promise.withResolvers<void>()
  readonly #failure = Promise.withResolvers<never>()
  #part: BusboyFileStream | undefined
  #isAdmitted = false
  #hasFailed = false

  constructor(
    contentType: string | undefined,
    admit: (fields: Readonly<Record<string, string>>) => void,
    rules: FileRules<File>,
  ) {
    if (!isMultipart(contentType)) throw refusals.badRequest()
    this.#rules = rules
    this.#admit = admit
    this.#failure.promise.catch(() => undefined)
    this.#parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: 60, fieldSize: 65_536, fileSize: rules.fileBytes, headerPairs: 20, headerSize: 8 * 1024 },
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
    })
    const fail = (): void => this.fail(refusals.badRequest())
    this.#parser.on('error', fail)
    this.#parser.on('partsLimit', fail)
    this.#parser.on('finish', () => this.#parsed.resolve())
    this.#parser.on('field', (name, sent) => {
      const value = toStorable(sent)
      this.#fields[name] = value
      this.#lists[name] = [...(this.#lists[name] ?? []), value]
    })
    this.#parser.on('file', (name, part, fileName) => this.#takePart(name, part, fileName))
  }

  fail(error: Error): void {
    this.#hasFailed = true
    this.#failure.reject(error)
    // Otherwise its reader would wait forever.
    this.#part?.destroy(error)
  }

  /** Gives the form up, and waits until no file is being received. */
  async drop(error: Error): Promise<void> {
    this.fail(error)
    await Promise.allSettled(this.#files)
  }

  async write(chunk: Buffer): Promise<void> {
    if (this.#hasFailed || this.#parser.write(chunk)) return
    await Promise.race([once(this.#parser, 'drain'), this.#failure.promise]).catch(() => undefined)
  }

  async finish(): Promise<ReceivedForm<File>> {
    if (!this.#hasFailed) this.#parser.end()
    await Promise.race([this.#failure.promise, this.#parsed.promise])
    this.#requireAdmission()
    const files = await Promise.race([this.#failure.promise, Promise.all(this.#files)])
    return { fields: this.#fields, lists: this.#lists, files }
  }

  #requireAdmission(): void {
    if (!this.#isAdmitted) this.#admit(this.#fields)
    this.#isAdmitted = true
  }

  #takePart(name: string, part: BusboyFileStream, fileName: string): void {
    // Without a listener, a part that ends too early would end the process.
    part.on('error', () => this.fail(refusals.badRequest()))
    try {
      this.#requireAdmission()
    } catch (error) {
      this.fail(error as Error)
    }
    // Without a chosen file, a browser sends a part without a file name.
    if (this.#hasFailed || name !== this.#rules.part || !fileName) return void part.resume()
    const shownName = cutText(toStorable(fileName), 100)
    if (this.#files.length >= this.#rules.maxFiles) {
      this.#files.push(Promise.resolve(this.#rules.refuse(shownName)))
      return void part.resume()
    }
    this.#part = part
    const saved = this.#rules.save(part, shownName)
    this.#files.push(saved)
    saved.catch((error) => this.fail(error))
  }
}
