import { stringify } from 'csv-stringify/sync'

/** The values of a line by the names of its columns. Amounts are plain decimals, times ISO 8601 with their zone. */
export type CsvLine<Column extends string> = Readonly<Record<Column, string>>

// Spreadsheets take a file for UTF-8 where it begins so.
const byteOrderMark = '\ufeff'

/** What a CSV file of these columns begins with: their names, which are those of the API. */
export function csvHead(columns: readonly string[]): string {
  return byteOrderMark + stringify([columns], { record_delimiter: 'windows' })
}

/** Lines of a CSV file, for spreadsheets: what one would run as a formula begins with an apostrophe; numbers and phones stay as they are. */
export function csvLines<Column extends string>(columns: readonly Column[], lines: readonly CsvLine<Column>[]): string {
  return stringify(
    lines.map((line) => columns.map((column) => defused(line[column]))),
    // Some spreadsheets separate by these, too.
    { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ },
  )
}

const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const number = /^[+-]?\d+(\.\d+)?$/
const phone = /^\+(?:[ ().-]*\d){7,15}$/

function defused(text: string): string {
  return formula.test(text) && !number.test(text) && !phone.test(text) ? `'${text}` : text
}
