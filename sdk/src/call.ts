import { errorFrom, QistError } from './errors.ts'

/** The result of one attempt. It contains no key and no body, so it may be logged. */
export interface Attempt {
  readonly operation: string
  /** From 1. */
  readonly attempt: number
  /** 0 if no complete answer came. */
  readonly status: number
  readonly requestId: string | undefined
  readonly durationMs: number
}

export interface ClientOptions {
  /** The base address of your region. */
  readonly url: string
  /** Limit of one attempt with its answer; default 30,000 ms. */
  readonly timeoutMs?: number
  /** Highest number of retries of a call; default 4. */
  readonly retries?: number
  /** Longest first pause before a retry; default 500 ms. Each further pause is twice as long, up to 8 s. */
  readonly pauseMs?: number
  /** The store of calls about webhooks and settlements. */
  readonly merchantCode?: string
  /** Called after every attempt, for logs and metrics. */
  readonly onAttempt?: (attempt: Attempt) => void
  /** Sends requests; default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
}

export interface CallOptions extends Pick<ClientOptions, 'timeoutMs' | 'retries' | 'merchantCode'> {
  /** Cancels the call. The service may already have carried out a request that was sent. */
  readonly signal?: AbortSignal
}

export interface Call {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly file?: Blob | undefined
  /** Whether the operation may be sent again when its outcome is unknown. */
  readonly isRepeatable: boolean
}

/** Key and settings of a caller. */
export interface Sender extends ClientOptions {
  readonly key: string | undefined
}

/** Returns the caller with these settings. Throws at once if `url` is no base address: every call would fail. */
export function senderOf(options: ClientOptions, key: string | undefined): Sender {
  const { url } = options
  try {
    // No client of HTTP would send a password in the address.
    if (/^https?:[^?#@]+$/.test(new URL(url).href)) return { ...options, key }
  } catch {
    // It is no address at all.
  }
  throw new TypeError(`url is no base address: ${`${url}`.replace(/\/\/.*@/, '//')}`)
}

const maxPauseMs = 8_000
/** Longest `retry-after` that the client waits for. A longer one is thrown to the caller. */
const maxRetryAfterSeconds = 60
/** Longest delay of a timer. Platforms treat a longer delay as zero. */
export const longestTimeoutMs = 2 ** 31 - 1

/**
 * Calls until there is an answer. A request with an unknown outcome is sent again only if that moves no money twice.
 * The service did not carry out a request that it answered with 429: it is always retried, after `retry-after`. Pauses
 * grow exponentially, with jitter.
 */
export async function send(sender: Sender, call: Call, options: CallOptions = {}): Promise<unknown> {
  const retries = options.retries ?? sender.retries ?? 4
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted()
    try {
      return await sendOnce(sender, call, options, attempt)
    } catch (error) {
      if (!(error instanceof QistError) || attempt > retries || !isWorthRepeating(error, call)) throw error
      const pauseMs = Math.min(maxPauseMs, (sender.pauseMs ?? 500) * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
      await pause(Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1_000), options.signal)
    }
  }
}

function isWorthRepeating({ errorType, status, retryAfterSeconds = 0 }: QistError, { isRepeatable }: Call): boolean {
  if (retryAfterSeconds > maxRetryAfterSeconds) return false
  if (errorType === 'too_many_requests') return true
  return isRepeatable && (status === 0 || status >= 500 || errorType === 'conflict')
}

async function sendOnce(sender: Sender, call: Call, options: CallOptions, attempt: number): Promise<unknown> {
  const { operation } = call
  const startedAt = performance.now()
  const patience = AbortSignal.timeout(Math.min(options.timeoutMs ?? sender.timeoutMs ?? 30_000, longestTimeoutMs))
  let response: Response | undefined
  let isWhole = false
  try {
    response = await (sender.fetch ?? fetch)(addressOf(sender, call), {
      method: call.method,
      headers: headersOf(sender, call, options),
      body: bodyOf(call),
      // No redirects: the key goes to the configured address only.
      redirect: 'error',
      signal: options.signal ? AbortSignal.any([options.signal, patience]) : patience,
    })
    const answer = await readAnswer(response)
    isWhole = true
    if (response.ok) return answer
    throw errorFrom(operation, attempt, response, String(answer))
  } catch (cause) {
    if (isWhole) throw cause
    options.signal?.throwIfAborted()
    const [errorType, what] = patience.aborted
      ? (['timeout', `no answer in time from ${sender.url}`] as const)
      : (['connection', `no answer from ${sender.url}: ${reasonOf(cause)}`] as const)
    throw new QistError(`${operation}: ${what}`, {
      operation,
      errorType,
      status: 0,
      attempts: attempt,
      cause,
    })
  } finally {
    const status = isWhole ? (response?.status ?? 0) : 0
    const requestId = response?.headers.get('x-request-id') ?? undefined
    const durationMs = Math.round(performance.now() - startedAt)
    sender.onAttempt?.({ operation, attempt, status, requestId, durationMs })
  }
}

// Most clients of HTTP say only that they failed, and have the reason as cause: one for each address that they tried.
function reasonOf(error: unknown): string {
  const { cause = error } = Object(error)
  const { message, code } = Object(Object(cause).errors?.[0] ?? cause)
  return message || code
}

function addressOf({ url }: Sender, { path, query = {} }: Call): URL {
  const address = new URL(url.replace(/\/+$/, '') + path)
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) address.searchParams.append(name, String(one))
    }
  }
  return address
}

function headersOf(sender: Sender, { body }: Call, options: CallOptions): Record<string, string> {
  const merchantCode = options.merchantCode ?? sender.merchantCode
  return {
    ...(sender.key !== undefined && { authorization: `Bearer ${sender.key}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(merchantCode !== undefined && { 'x-merchant-code': merchantCode }),
  }
}

function bodyOf({ body, file }: Call): string | FormData | null {
  if (file === undefined) return body === undefined ? null : JSON.stringify(body)
  const form = new FormData()
  form.append('attachment', file, 'name' in file ? String(file.name) : 'attachment')
  return form
}

// A body that was cut off is no answer, although the status has arrived.
async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || type.startsWith('text/')) return response.text()
  return type.startsWith('application/json') ? response.json() : response.blob()
}

// Ends early if the signal is aborted. The caller checks the signal afterwards.
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    // A listener that is added now does not hear of an earlier abort.
    if (signal?.aborted) end()
  })
}
