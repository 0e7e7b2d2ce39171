import { randomBytes } from 'node:crypto'

/** What replaces a customer's data once they are erased: random, so that nobody can turn it back. */
export type Pseudonym = `erased-${string}`

const form = /^erased-[0-9a-f]{32}$/

/** Returns a new pseudonym: `erased-` and 32 hex digits. */
export function newPseudonym(): Pseudonym {
  return `erased-${randomBytes(16).toString('hex')}`
}

/** Whether the text is a pseudonym. */
export function isPseudonym(text: string): boolean {
  return form.test(text)
}
