import { CannotRun } from '../certify/service-client.ts'

/** The longest answer of a tool, in characters. */
export const maxAnswerChars = 25_000

/** The longest piece of a text, and the room for the rows of a list. The rest of an answer needs less than 5,000. */
export const pieceChars = 20_000

/** Returns a piece of a text, and where to go on if there is more. Throws CannotRun for an offset behind the end. */
export function pieceOf(text: string, offset = 0): string {
  if (offset > 0 && offset >= text.length)
    throw new CannotRun(`offset ${offset}: the text has ${text.length} characters`)
  const piece = text.slice(offset, offset + pieceChars)
  const end = offset + piece.length
  if (offset === 0 && end === text.length) return piece
  const rest = end < text.length ? `; go on with offset ${end}` : '; this is the end'
  return `${piece}\n\n[characters ${offset} to ${end} of ${text.length}${rest}]`
}

/** Returns the text of an answer. Throws CannotRun for one that is too long. */
export function requireFitting(text: string): string {
  if (text.length <= maxAnswerChars) return text
  throw new CannotRun(`the answer has ${text.length} characters, and ${maxAnswerChars} at most are answered`)
}

/** Returns as many rows from the first one as fit into an answer, and at least one. */
export function fittingRows<Row>(rows: readonly Row[], maxChars = pieceChars): readonly Row[] {
  let chars = 0
  const end = rows.findIndex((row, index) => {
    chars += JSON.stringify(row).length
    return chars > maxChars && index > 0
  })
  return end === -1 ? rows : rows.slice(0, end)
}
