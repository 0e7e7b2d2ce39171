import type { RunDocument } from '../../../rehearsal/certificate/wire.ts'

/** A service and a merchant of it, as `qist exec` names them. */
export interface Target {
  readonly url: string
  readonly secretKey: string
  readonly publicKey: string
}

/** Why a run could not be made at all: said in one line, with exit code 2. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
  /** Whether it may be otherwise in a moment. */
  readonly isPassing: boolean

  constructor(message: string, isPassing = false) {
    super(message)
    this.isPassing = isPassing
  }
}

/** Longer than the sandbox takes for any of these calls. */
const longestMs = 60_000

interface CallOptions {
  readonly body?: object
  readonly signal?: AbortSignal
}

/**
 * Calls the sandbox with the merchant's secret key, and answers what it answers. Throws CannotRun for every failure, also where there is no answer
 * within a minute, or none before the signal.
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

/** What of `GET /sandbox/certificate/{id}` is read here (docs/contract/integrators.md#certificate). */
export interface CertificateAnswer {
  readonly certificate: Pick<
    RunDocument,
    'id' | 'status' | 'profile' | 'seed' | 'badge' | 'waits_for' | 'scenarios' | 'checks'
  >
}

/** The session that a run waits for. */
export type WaitsFor = NonNullable<RunDocument['waits_for']>
