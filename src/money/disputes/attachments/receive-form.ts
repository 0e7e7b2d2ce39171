import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { App } from '../../../platform/app/app.ts'
import { cutText, toStorable } from '../../../platform/base/texts.ts'
import { second } from '../../../platform/base/times.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { enterUpload } from './incoming-uploads.ts'
import { isMultipart } from './multipart.ts'
import { type PaceLimits, watchPace } from './upload-pace.ts'

/** Which files of a form are taken, and what becomes of them. */
export interface TakenFiles<File> {
  /** What their parts are named. */
  readonly part: string
  readonly most: number
  /** The largest file and the largest form, in bytes. A file that is larger is `truncated` where it is kept. */
  readonly fileBytes: number
  readonly bodyBytes: number
  keep(part: BusboyFileStream, name: string): Promise<File>
  /** What is said of one too many. */
  leave(name: string): File
}

export interface ReceivedForm<File> {
  /** Of a field that came several times, the last. */
  readonly fields: Readonly<Record<string, string>>
  /** Where several came, all of them. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  readonly files: readonly File[]
}

const usualPace: PaceLimits = { graceMs: 10 * second, bytesPerSecond: 8 * 1024 }

/**
 * Receives a form of a page with its files. `admit` is told the fields that stand before the first file and throws where the form is not to
 * be taken: then no file is. Refuses with 400 `bad_request` what is no such form, too large or too slow, with 429 more than 20 at once of a
 * merchant. Of a form that fails, in whatever way, no file is still being received when that is told.
 */
export async function receiveForm<File>(
  app: App,
  actor: Actor,
  { body, contentType }: { readonly body: Readable; readonly contentType: string | undefined },
  admit: (fields: Readonly<Record<string, string>>) => void,
  taken: TakenFiles<File>,
  pace = usualPace,
): Promise<ReceivedForm<File>> {
  const form = new FormReader(contentType, admit, taken)
  const leave = enterUpload(app, actor.merchantId)
  const watch = watchPace(pace)
  try {
    await Promise.race([readBody(body, form, taken.bodyBytes, watch), watch.givenUp])
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
  // Giving up on the body must not tear down the connection, on which the answer still has to go out.
  const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    watch.bytes += chunk.length
    if (watch.bytes > mostBytes) return form.fail(refusals.badRequest())
    await form.write(chunk)
  }
}

/** A form that is being parsed. Once it has failed, the rest of it is thrown away. */
class FormReader<File> {
  readonly #taken: TakenFiles<File>
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
    taken: TakenFiles<File>,
  ) {
    if (!isMultipart(contentType)) throw refusals.badRequest()
    this.#taken = taken
    this.#admit = admit
    this.#failure.promise.catch(() => undefined)
    this.#parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: 60, fieldSize: 65_536, fileSize: taken.fileBytes, headerPairs: 20, headerSize: 8 * 1024 },
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
    // Whoever still reads it would wait for ever.
    this.#part?.destroy(error)
  }

  /** Gives the form up. When this is answered, what was still coming in is not being received any more. */
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
    // Without a listener a part that ends too early would end the process.
    part.on('error', () => this.fail(refusals.badRequest()))
    try {
      this.#requireAdmission()
    } catch (error) {
      this.fail(error as Error)
    }
    // What a browser sends of a field in which no file was chosen has no name.
    if (this.#hasFailed || name !== this.#taken.part || !fileName) return void part.resume()
    const shown = cutText(toStorable(fileName), 100)
    if (this.#files.length >= this.#taken.most) {
      this.#files.push(Promise.resolve(this.#taken.leave(shown)))
      return void part.resume()
    }
    this.#part = part
    const kept = this.#taken.keep(part, shown)
    this.#files.push(kept)
    kept.catch((error) => this.fail(error))
  }
}
