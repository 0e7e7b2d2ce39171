import { type Call, type CallOptions, type Sender, send } from './call.ts'
import type { Operations } from './generated/types.ts'

/** An operation's HTTP method, path and parameters, from the generated tables. */
export type Row = readonly [method: string, path: string, input: 'body' | 'file' | 'query' | '']

type OperationShape = { readonly body: unknown; readonly query: unknown; readonly answer: unknown }
export type OperationOf<Name> = Name extends keyof Operations ? Extract<Operations[Name], OperationShape> : never

type IdOf<R extends Row> = R[1] extends `${string}{${string}` ? [id: string] : []
type InputOf<Name, R extends Row> = R[2] extends ''
  ? []
  : R[2] extends 'query'
    ? [query?: OperationOf<Name>['query']]
    : null extends OperationOf<Name>['body']
      ? [body?: OperationOf<Name>['body']]
      : [body: OperationOf<Name>['body']]

/** The client method of an operation: the path's id, the body or query, and options. */
export type Method<Name, R extends Row> = (
  ...given: [...IdOf<R>, ...InputOf<Name, R>, options?: CallOptions]
) => Promise<OperationOf<Name>['answer']>

/** Calls an operation with the arguments of its method. Rejects without sending anything if an id is empty. */
export async function invoke<Answer>(
  sender: Sender,
  operation: string,
  row: Row,
  given: readonly unknown[],
): Promise<Answer> {
  return send(sender, ...readCall(operation, row, given)) as Promise<Answer>
}

// Returns the request and the options that these arguments mean.
function readCall(
  operation: string,
  [method, path, input]: Row,
  given: readonly unknown[],
): [Call, CallOptions | undefined] {
  const rest = [...given]
  const address = path.replace(/\{\w+\}/, () => encodeURIComponent(idOf(operation, rest.shift())))
  const sent = input === '' ? undefined : rest.shift()
  const call: Call = {
    ...{ operation, method, path: address, isRepeatable: isRepeatable(operation, method, sent) },
    ...(input === 'body' && { body: sent ?? {} }),
    ...(input === 'file' && { file: sent as Blob }),
    ...(input === 'query' && { query: sent as Record<string, unknown> }),
  }
  return [call, rest[0] as CallOptions | undefined]
}

/** Returns the id of a call. Throws if it is empty: it would address another resource. */
export function idOf(operation: string, id: unknown): string {
  if (typeof id !== 'string' || id === '') throw new TypeError(`${operation} needs an id`)
  return id
}

// Reads and replacements are idempotent. Captures and refunds are idempotent by their key.
function isRepeatable(operation: string, method: string, sent: unknown): boolean {
  if (method === 'GET' || method === 'PUT') return true
  const isKeyed = operation === 'capturePayment' || operation === 'refundPayment'
  return isKeyed && Boolean((sent as { reference_id?: string } | undefined)?.reference_id)
}
