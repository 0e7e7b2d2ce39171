import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'bodies')

/** The calls that one published client sends, with values of our own (test/clients/bodies/README.md). */
export interface ClientBodies {
  readonly client: string
  readonly version: string
  /** The repository or package, and its files, in which the shapes were read. */
  readonly source: string
  readonly files: readonly string[]
  readonly note?: string
  /** What the client sends as its merchant code. */
  readonly merchant_code: string
  /** The country of the store; without it the UAE. */
  readonly country?: 'AE' | 'KW' | 'SA'
  /** In the order of an order's life. */
  readonly calls: readonly ClientCall[]
}

export interface ClientCall {
  readonly what: string
  readonly method: string
  readonly path: string
  /** Without it the client sends its secret key. */
  readonly key?: 'public'
  /** Headers that matter, beside the key and a JSON content type. */
  readonly headers?: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: clients send any JSON
  readonly body?: any
  /** The body as JSON text in parts, if its numbers are longer than a parsed number. */
  readonly text?: readonly string[]
  readonly strict: Outcome
  /** An open defect of this service: a lenient store refuses the call. */
  readonly ours?: string
  /** How a lenient store refuses the call. Only with `ours`. */
  readonly lenient?: Refusal
}

/** Wrong fields are written as `$.payment.amount`, missing ones as `$.payment.order required`. */
export interface Refusal {
  /** The one sentence for a body, or a query, that cannot be decoded. */
  readonly error?: string
  /** The members because of which the body cannot be decoded. */
  readonly undecoded?: readonly string[]
  /** The wrong fields; if there are members of `undecoded`, those of the body without them. */
  readonly fields?: readonly string[]
}

export type Outcome = 'accepted' | Refusal

/** Returns the body without the members that cannot be decoded. */
export function withoutUndecoded(body: unknown, { undecoded = [] }: Refusal): unknown {
  const rest = structuredClone(body)
  for (const path of undecoded) {
    const names = path.match(/\w+/g) ?? []
    const parent = names.slice(0, -1).reduce((value: unknown, name) => Object(value)[name], rest)
    Reflect.deleteProperty(Object(parent), names.at(-1) ?? '')
  }
  return rest
}

/** Returns the bodies of all clients. */
export function readClientBodies(): ClientBodies[] {
  const files = globSync('*.json', { cwd: folder }).sort()
  return files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
}
