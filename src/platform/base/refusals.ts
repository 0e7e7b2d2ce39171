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

/** A refused request: an answer to the caller and no bug. Nothing has changed. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly fields: readonly WrongField[] | undefined
  /** For too many requests only: seconds until the next try. */
  readonly retryAfterSeconds: number | undefined

  constructor(kind: RefusalKind, text: string, fields?: readonly WrongField[], retryAfterSeconds?: number) {
    super(text)
    this.name = 'Refusal'
    this.kind = kind
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The kind and text of a refusal. */
export interface RefusalText {
  readonly kind: RefusalKind
  /** The text, or an example of a text with values. */
  readonly text: string
}

/** A declared refusal. A call returns the error to throw. */
export interface DeclaredRefusal<Values extends readonly unknown[] = []> extends RefusalText {
  (...values: Values): Refusal
}

function declare(kind: RefusalKind, text: string): DeclaredRefusal {
  return Object.assign(() => new Refusal(kind, text), { kind, text })
}

export function badData(text: string): DeclaredRefusal {
  return declare('bad_data', text)
}

export function notAuthorized(text: string): DeclaredRefusal {
  return declare('not_authorized', text)
}

export function noPermission(text: string): DeclaredRefusal {
  return declare('no_permission', text)
}

export function notFound(text: string): DeclaredRefusal {
  return declare('not_found', text)
}

export function conflict(text: string): DeclaredRefusal {
  return declare('conflict', text)
}

/** Declares a refusal whose text depends on values. The examples are for the reference. */
export function varying<Values extends readonly unknown[]>(
  of: (text: string) => DeclaredRefusal,
  say: (...values: Values) => string,
  ...examples: Values
): DeclaredRefusal<Values> {
  return Object.assign((...values: Values) => of(say(...values))(), of(say(...examples)))
}

/** 429, with the seconds until the next try. */
export const tooManyRequests: DeclaredRefusal<[retryAfterSeconds: number]> = Object.assign(
  (retryAfterSeconds: number) => new Refusal('too_many_requests', 'rate limit exceeded', undefined, retryAfterSeconds),
  { kind: 'too_many_requests', text: 'rate limit exceeded' } as const,
)

/** 400 with the `errors` list: every wrong field at once. */
export const wrongFields: DeclaredRefusal<[fields: readonly WrongField[]]> = Object.assign(
  (fields: readonly WrongField[]) => new Refusal('bad_data', 'wrong fields', fields),
  { kind: 'bad_data', text: 'or the list of wrong fields' } as const,
)

export function wrongValue(field: string, message: string): WrongField {
  return { field, code: 'invalid_value', message }
}
