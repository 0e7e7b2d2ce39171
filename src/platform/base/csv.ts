import { stringify } from 'csv-stringify/sync'

/** The values of a line by the names of its columns. Amounts are plain decimals, times ISO 8601 with their zone. */
export type CsvLine<Column extends string> = Readonly<Record<Column, string>>

// Spreadsheets read a file with this mark as UTF-8.
const byteOrderMark = '\ufeff'

/** Returns the first line of a CSV file: the names of the columns, which are the API's. */
export function csvHead(columns: readonly string[]): string {
  return byteOrderMark + stringify([columns], { record_delimiter: 'windows' })
}

/**
 * Returns lines of a CSV file for spreadsheets. A text that a spreadsheet would run as a formula gets an apostrophe;
 * numbers and phones do not.
 */
export function csvLines<Column extends string>(columns: readonly Column[], lines: readonly CsvLine<Column>[]): string {
  return stringify(
    lines.map((line) => columns.map((column) => defused(line[column]))),
    // Some spreadsheets also split at these characters.
    { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ },
  )
}

const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const number = /^[+-]?\d+(\.\d+)?$/
const phone = /^\+(?:[ ().-]*\d){7,15}$/

function defused(text: string): string {
  return formula.test(text) && !number.test(text) && !phone.test(text) ? `'${text}` : text
}
