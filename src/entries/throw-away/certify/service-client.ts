import type { RunDocument } from '../../../rehearsal/certificate/wire.ts'

/** A service and the keys of one of its merchants. */
export interface Target {
  readonly url: string
  readonly secretKey: string
  readonly publicKey: string
}

/** A command on a sandbox is impossible. The message is one line. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
  /** Whether a retry may succeed. */
  readonly isPassing: boolean
  /** The answer's error with its status, such as `401 api key not found`; undefined if no error was answered. */
  readonly answered: string | undefined

  constructor(message: string, isPassing = false, answered?: string) {
    super(message)
    this.isPassing = isPassing
    this.answered = answered
  }
}

/**
 * Returns the service and keys of QIST_URL, QIST_SECRET_KEY and QIST_PUBLIC_KEY, or undefined if neither of the first two
 * is set. Throws CannotRun if only one of them is set, or if the key is no secret key.
 */
export function targetOf(env: NodeJS.ProcessEnv): Target | undefined {
  const { QIST_URL: url = '', QIST_SECRET_KEY: secretKey = '', QIST_PUBLIC_KEY: publicKey = '' } = env
  if (url === '' && secretKey === '') return undefined
  if (url === '' || secretKey === '') throw new CannotRun('QIST_URL and QIST_SECRET_KEY are set together, or neither')
  // The key is never printed, because logs keep the output.
  if (!/^sk_[\w-]+$/.test(secretKey)) throw new CannotRun('QIST_SECRET_KEY is no secret key: sk_…')
  return { url: url.replace(/\/+$/, ''), secretKey, publicKey }
}

/** Longer than any of these calls takes. */
const longestMs = 60_000

interface CallOptions {
  readonly body?: object
  readonly signal?: AbortSignal
}

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls `/sandbox/certificate` with this path behind it, as `callSandbox` does. */
export function callService<Answer>(target: Target, method: HttpMethod, path: string, options: CallOptions = {}) {
  return callSandbox<Answer>(target, method, `/sandbox/certificate${path}`, options)
}

/**
 * Calls the sandbox with the merchant's secret key, and returns its answer. Throws CannotRun for every failure,
 * including a time-out of one minute and an abort.
 */
export async function callSandbox<Answer>(
  { url, secretKey }: Pick<Target, 'url' | 'secretKey'>,
  method: HttpMethod,
  path: string,
  { body, signal }: CallOptions = {},
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${secretKey}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const limit = AbortSignal.timeout(longestMs)
  const sent = {
    ...{ method, headers, signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const { status, text } = await exchange(`${url}${path}`, sent).catch((error: Error) => {
    throw new CannotRun(`${url} is not reached: ${reasonOf(error)}`, true)
  })
  if (status !== 200) {
    const failure = failureOf(text)
    const isPassing = status === 429 || status >= 500
    throw new CannotRun(`${url} answers ${status}: ${failure}`, isPassing, `${status} ${failure}`)
  }
  const answer = parse(text)
  if (typeof answer !== 'object' || answer === null) throw new CannotRun(`${url} is no sandbox: ${excerpt(text)}`)
  return answer as Answer
}

async function exchange(url: string, sent: RequestInit): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(url, sent)
  return { status: answer.status, text: await answer.text() }
}

export function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : message
}

function failureOf(text: string): string {
  const { error, errors } = Object(parse(text)) as { readonly error?: unknown; readonly errors?: unknown }
  if (typeof error === 'string') return error
  if (!Array.isArray(errors)) return excerpt(text)
  return errors.map((wrong) => `${Object(wrong).field} ${Object(wrong).message}`).join(', ')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function excerpt(text: string): string {
  return text.slice(0, 200).replaceAll(/\s+/g, ' ')
}

/** What `GET /sandbox/certificate/{id}` answers (docs/contract/integrators.md#certificate). */
export interface CertificateAnswer {
  readonly certificate: RunDocument
}

/** The session that a run waits for. */
export type WaitsFor = NonNullable<RunDocument['waits_for']>
