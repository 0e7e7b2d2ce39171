/** The kinds of answer that are not a success. `http/errors.ts` turns each into its status and errorType. */
export type RefusalKind =
  | 'bad_data'
  | 'not_authorized'
  | 'no_permission'
  | 'not_found'
  | 'conflict'
  | 'too_many_requests'

/** One wrong member of a body: its path (`$.payment.currency`), a code, and a short English message. */
export interface WrongField {
  field: string
  code: 'invalid_value' | 'required'
  message: string
}

/** An answer to the caller, not a bug: what it asked for is refused and nothing has changed. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly fields: readonly WrongField[] | undefined
  /** Too many requests only: when it is worth trying again, in seconds. */
  readonly retryAfterSeconds: number | undefined

  constructor(kind: RefusalKind, text: string, fields?: readonly WrongField[], retryAfterSeconds?: number) {
    super(text)
    this.name = 'Refusal'
    this.kind = kind
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function badData(text: string): Refusal {
  return new Refusal('bad_data', text)
}

export function notAuthorized(text: string): Refusal {
  return new Refusal('not_authorized', text)
}

export function noPermission(text: string): Refusal {
  return new Refusal('no_permission', text)
}

export function notFound(text: string): Refusal {
  return new Refusal('not_found', text)
}

export function conflict(text: string): Refusal {
  return new Refusal('conflict', text)
}

export function tooManyRequests(retryAfterSeconds: number): Refusal {
  return new Refusal('too_many_requests', 'rate limit exceeded', undefined, retryAfterSeconds)
}

/** 400 with the `errors` list: every wrong field at once. */
export function wrongFields(fields: readonly WrongField[]): Refusal {
  return new Refusal('bad_data', 'wrong fields', fields)
}

export function wrongValue(field: string, message: string): WrongField {
  return { field, code: 'invalid_value', message }
}
