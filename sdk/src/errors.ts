/** The kind of error: an `errorType` of the API, or a missing answer. */
export type ErrorType =
  | 'bad_data'
  | 'not_authorized'
  | 'no_permission'
  | 'not_found'
  | 'conflict'
  | 'too_many_requests'
  | 'internal'
  | 'connection'
  | 'timeout'

/** A field of the request that the service refused. */
export interface WrongField {
  readonly field: string
  readonly code: string
  readonly message: string
}

export interface QistErrorFacts {
  readonly operation: string
  readonly errorType: ErrorType
  readonly status: number
  readonly attempts: number
  readonly requestId?: string | undefined
  readonly errors?: readonly WrongField[] | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/**
 * A call that did not succeed. Distinguish errors by `errorType`, never by the text. After `connection`, `timeout` and
 * `internal` the outcome is unknown: read the payment, or send the same `reference_id` again.
 */
export class QistError extends Error {
  override readonly name = 'QistError'
  /** The name of the method. */
  readonly operation: string
  readonly errorType: ErrorType
  /** The HTTP status; 0 if no complete answer came. */
  readonly status: number
  /** Number of attempts. */
  readonly attempts: number
  /** The request's id for support; undefined if no answer came. */
  readonly requestId: string | undefined
  /** The wrong fields, if the service refused the request because of its fields. */
  readonly errors: readonly WrongField[]
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, facts: QistErrorFacts) {
    super(message, facts)
    this.operation = facts.operation
    this.errorType = facts.errorType
    this.status = facts.status
    this.attempts = facts.attempts
    this.requestId = facts.requestId
    this.errors = facts.errors ?? []
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}

const typeOf: Readonly<Record<number, ErrorType>> = {
  400: 'bad_data',
  401: 'not_authorized',
  403: 'no_permission',
  404: 'not_found',
  409: 'conflict',
  429: 'too_many_requests',
  500: 'internal',
}

/** Returns the error of an answer. A proxy before the service may answer in another form. */
export function errorFrom(operation: string, attempts: number, response: Response, text: string): QistError {
  const { status, headers } = response
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // The body is no JSON, so it has no members.
  }
  const { errorType, error, errors } = Object(body)
  const isKnown = Object.values(typeOf).includes(errorType)
  const type: ErrorType = isKnown ? errorType : (typeOf[status] ?? typeOf[status < 500 ? 400 : 500])
  // JSON has no functions: only a list has `filter`.
  const fields: WrongField[] = errors?.filter?.((one?: Partial<WrongField>) => one?.field && one.message) ?? []
  const summary =
    typeof error === 'string' ? error : fields.map(({ field, message }) => `${field} ${message}`).join(', ')
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new QistError(`${operation}: ${status} ${summary || type}`, {
    operation,
    errorType: type,
    status,
    attempts,
    errors: fields,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: seconds >= 0 ? seconds : undefined,
  })
}
