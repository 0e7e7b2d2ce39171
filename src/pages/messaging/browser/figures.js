// Asks the service for figures. The browser asks nobody else.

const known = new Map()

/** Returns the query of a price, for the figures and for the page of "Learn more". */
export function queryOf({ price, currency, merchantCode, publicKey }) {
  const members = { price, currency, merchant_code: merchantCode, public_key: publicKey }
  return new URLSearchParams(Object.entries(members).filter(([, value]) => value)).toString()
}

/** Whether there is enough for figures: a price in a currency, and a key. */
export function hasQuery({ price, publicKey }) {
  return !!price && !!publicKey
}

/** Returns the figures of a price; undefined if there are none. Asks once a minute for the same price. */
export async function readFigures(service, options) {
  if (!hasQuery(options)) return undefined
  const address = `${service.origin}/api/v1/snippet?${queryOf(options)}`
  if (!known.has(address)) {
    known.set(address, ask(address))
    setTimeout(() => known.delete(address), 60_000)
  }
  const figures = await known.get(address)
  if (!figures) known.delete(address)
  return figures
}

async function ask(address) {
  try {
    const answer = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout?.(8_000) })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}
