import { isObject } from './members.ts'

/** What the API might grow one day: no version of the reference has it. */
const unknown = { introduced_later: { list: [1], nothing: null, text: 'nobody knows this member yet' } }

/** The same object with a member that nobody knows, in it and in each payment in it. What is no object stays as it is. */
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
