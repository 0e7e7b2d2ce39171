import { isObject } from './members.ts'

/** A future member that no version of the reference has. */
const unknown = { introduced_later: { list: [1], nothing: null, text: 'nobody knows this member yet' } }

/**
 * Returns the JSON with an unknown member in the object and in each payment of it. JSON that is no object stays
 * unchanged.
 */
export function withUnknownMember(json: string): string {
  const body: unknown = JSON.parse(json)
  if (!isObject(body)) return json
  const { payment, payments } = body
  const grown = (one: unknown): unknown => (isObject(one) ? { ...one, ...unknown } : one)
  return JSON.stringify({
    ...body,
    ...(payment !== undefined && { payment: grown(payment) }),
    ...(Array.isArray(payments) && { payments: payments.map(grown) }),
    ...unknown,
  })
}
