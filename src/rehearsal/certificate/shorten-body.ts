/** Longest shown body, in characters. */
export const maxBody = 600
/** Deeper levels of a body are left out. */
const maxDepth = 8

const leftOut = '…'
/** What a body says of the customer, which no check needs. */
const personal = new Set(['buyer', 'buyer_history', 'shipping_address', 'order_history'])
const anyPersonal = new RegExp(`"(${[...personal].join('|')})"`)
/** Members that a long body keeps: amounts, and what identifies and explains a movement. */
const telling =
  /^(id|status|currency|error|errors|field|message|reason|reference_id|merchant_code|payments?|order|captures|refunds|items|quantity|unit_price|pagination|total_count|(\w+_)?amount)$/

/**
 * Returns the body of a request or an answer as a text of at most 600 characters. Members about the customer are
 * left out and counted. A long JSON body keeps only the members that tell of the movement, such as amounts.
 */
export function shortenBody(body: string): string {
  if (body.length <= maxBody && !anyPersonal.test(body)) return body
  const value = parse(body)
  // No JSON, or cut before its end: what it says of the customer cannot be told from the rest.
  if (typeof value !== 'object' || value === null) return anyPersonal.test(body) ? leftOut : cut(body)
  const whole = JSON.stringify(without(value, (name) => personal.has(name), 0))
  return whole.length <= maxBody ? whole : cut(JSON.stringify(without(value, tellsNothing, 0)))
}

function tellsNothing(name: string, value: unknown): boolean {
  return !telling.test(name) || value === '' || (name.endsWith('_amount') && /^[0.]+$/.test(String(value)))
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function without(value: unknown, isLeftOut: (name: string, value: unknown) => boolean, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return leftOut
  if (Array.isArray(value)) return value.map((one) => without(one, isLeftOut, depth + 1))
  const kept = Object.entries(value).filter(([name, member]) => !isLeftOut(name, member))
  const missing = Object.keys(value).length - kept.length
  const members = kept.map(([name, member]) => [name, without(member, isLeftOut, depth + 1)])
  return Object.fromEntries(missing === 0 ? members : [...members, [leftOut, `${missing} left out`]])
}

// A cut may split a character of two units.
function cut(text: string): string {
  return text.length <= maxBody
    ? text
    : `${text
        .slice(0, maxBody - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}${leftOut}`
}
