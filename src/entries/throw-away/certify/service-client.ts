import type { RunDocument } from '../../../rehearsal/certificate/wire.ts'

/** A service and the keys of one of its merchants. */
export interface Target {
  readonly url: string
  readonly secretKey: string
  readonly publicKey: string
}

/** A run is impossible. The message is one line; the exit code is 2. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
  /** Whether a retry may succeed. */
  readonly isPassing: boolean

  constructor(message: string, isPassing = false) {
    super(message)
    this.isPassing = isPassing
  }
}

/** Longer than any of these calls takes. */
const longestMs = 60_000

interface CallOptions {
  readonly body?: object
  readonly signal?: AbortSignal
}

/**
 * Calls the sandbox with the merchant's secret key, and returns its answer. Throws CannotRun for every failure,
 * including a time-out of one minute and an abort.
 */
export async function callService<Answer>(
  { url, secretKey }: Target,
  method: 'GET' | 'POST' | 'DELETE',
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
  const { status, text } = await exchange(`${url}/sandbox/certificate${path}`, sent).catch((error: Error) => {
    throw new CannotRun(`${url} is not reached: ${reasonOf(error)}`, true)
  })
  if (status !== 200)
    throw new CannotRun(`${url} answers ${status}: ${failureOf(text)}`, status === 429 || status >= 500)
  const answer = parse(text)
  if (typeof answer !== 'object' || answer === null) throw new CannotRun(`${url} is no sandbox: ${excerpt(text)}`)
  return answer as Answer
}

async function exchange(url: string, sent: RequestInit): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(url, sent)
  return { status: answer.status, text: await answer.text() }
}

function reasonOf({ message, cause }: Error): string {
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

/** The part of `GET /sandbox/certificate/{id}` that the command reads (docs/contract/integrators.md#certificate). */
export interface CertificateAnswer {
  readonly certificate: Pick<
    RunDocument,
    'id' | 'status' | 'profile' | 'seed' | 'badge' | 'waits_for' | 'scenarios' | 'checks'
  >
}

/** The session that a run waits for. */
export type WaitsFor = NonNullable<RunDocument['waits_for']>
