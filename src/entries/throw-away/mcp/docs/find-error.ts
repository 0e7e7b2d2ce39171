import { readPage, rowsOf } from './pages.ts'

const mostErrors = 5
/** A sentence that is shorter than this is found only as it is. */
const leastPartChars = 8

/** What an error means, from the guide to errors. */
interface KnownError {
  readonly error: string
  readonly means: string
  readonly what_to_do: string
  readonly read: { readonly page: string; readonly section: string }
}

/** Returns the known errors whose sentence is in the text, or contains it; the longest sentences first. */
export function findError(text: string): KnownError[] {
  const given = plain(text)
  const found = rowsOf(readPage('errors')).flatMap(({ section, cells, codes }) => {
    // A table of two columns has no meanings: its messages explain themselves.
    const means = cells.length > 2 ? (cells[1] ?? '') : ''
    const known = { means, what_to_do: cells.at(-1) ?? '', read: { page: 'errors', section } }
    return codes.filter((code) => isSame(plain(code), given)).map((error) => ({ error, ...known }))
  })
  return found.sort((one, other) => other.error.length - one.error.length).slice(0, mostErrors)
}

function isSame(known: string, given: string): boolean {
  if (known === given) return true
  return (
    (known.length >= leastPartChars && given.includes(known)) ||
    (given.length >= leastPartChars && known.includes(given))
  )
}

// Currencies and numbers differ from call to call.
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/'[^']*'|\d+/g, '*')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
