import { type CallOptions, type ClientOptions, senderOf } from './call.ts'
import { operations } from './generated/operations.ts'
import { invoke, type Method, type OperationOf } from './methods.ts'
import { type Pages, pagesByOffset, pagesByToken, type Query } from './pages.ts'

export type { Attempt, CallOptions, ClientOptions } from './call.ts'
export { type ErrorType, QistError, type WrongField } from './errors.ts'
export type * from './generated/types.ts'
export type { Pages } from './pages.ts'

export interface QistOptions extends ClientOptions {
  /** `sk_…`, or `sk_test_…` for test mode. Keep it on the server, never in a page. */
  readonly secretKey: string
}

type Table = typeof operations

/** Operations that list, each with the member of its answer that has the items. */
const lists = {
  listPayments: 'payments',
  listDisputes: 'disputes',
  listSettlements: 'settlements',
  listPayouts: 'payouts',
} as const
type Lists = typeof lists

type PageOf<Name> = OperationOf<Name>['answer']
type ItemOf<Name extends keyof Lists> =
  PageOf<Name> extends Readonly<Record<Lists[Name], readonly (infer Item)[]>> ? Item : never
type ListMethod<Name extends keyof Lists> = (
  query?: OperationOf<Name>['query'],
  options?: CallOptions,
) => Pages<ItemOf<Name>, PageOf<Name>>

/** One method for each operation of the API. */
export type Qist = { readonly [Name in Exclude<keyof Table, keyof Lists>]: Method<Name, Table[Name]> } & {
  readonly [Name in keyof Lists]: ListMethod<Name>
}

/** A client of the API, for servers. */
export const Qist = class {
  constructor({ secretKey, ...options }: QistOptions) {
    if (!/^sk_/.test(secretKey)) throw new TypeError('secretKey must be a secret key: sk_…')
    const sender = senderOf(options, secretKey)
    for (const [name, row] of Object.entries(operations)) {
      const call = (...given: unknown[]): Promise<unknown> => invoke(sender, name, row, given)
      const value = name in lists ? listOf(call, lists[name as keyof Lists]) : call
      Object.defineProperty(this, name, { value, enumerable: true })
    }
  }
} as unknown as new (
  options: QistOptions,
) => Qist

function listOf(call: (...given: unknown[]) => Promise<unknown>, member: Lists[keyof Lists]) {
  const pages = member === 'disputes' ? pagesByToken : pagesByOffset
  return (query: Query = {}, options?: CallOptions): Pages<unknown, unknown> => ({
    page: () => call(query, options),
    [Symbol.asyncIterator]: () => pages((pageQuery) => call(pageQuery, options), member, query),
  })
}
