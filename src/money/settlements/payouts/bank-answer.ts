import { CsvError, parse } from 'csv-parse/sync'

/** A line of the bank's answer, as texts. */
export interface AnswerLine {
  /** The line of the file; null without a file. */
  readonly line: number | null
  readonly reference: string
  readonly date: string
  /** Null if the line has none. */
  readonly amount: string | null
}

/** A problem of a line of the bank's answer. */
export interface AnswerProblem {
  /** Null: a problem of the whole answer. */
  readonly line: number | null
  readonly reference: string
  readonly problem: string
}

export interface Answer {
  readonly lines: readonly AnswerLine[]
  readonly problems: readonly AnswerProblem[]
}

/**
 * Reads the bank's answer: CSV with the columns `reference`, `date` and perhaps `amount`, in any order. Ignores
 * other columns.
 */
export function readAnswer(file: Buffer): Answer {
  const records = recordsOf(file)
  if (typeof records === 'string') return problem(null, records)
  const [header, ...rows] = records
  const names = header?.record.map((name) => name.toLowerCase()) ?? []
  const headerLine = header?.info.lines ?? 1
  if (!names.includes('reference') || !names.includes('date')) {
    return problem(headerLine, 'the header must name reference and date, with commas between')
  }
  const twice = ['reference', 'date', 'amount'].find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice !== undefined) return problem(headerLine, `the header names ${twice} twice`)
  const answers = rows.map(({ record, info: { lines: line } }) => {
    if (record.length !== names.length) {
      return problem(line, `there are ${record.length} cells, and the header has ${names.length}`)
    }
    const cell = (name: string): string => record[names.indexOf(name)] ?? ''
    const amount = cell('amount') === '' ? null : cell('amount')
    // The bank may write references in small letters.
    return { lines: [{ line, reference: cell('reference').toUpperCase(), date: cell('date'), amount }], problems: [] }
  })
  return { lines: answers.flatMap(({ lines }) => lines), problems: answers.flatMap(({ problems }) => problems) }
}

function problem(line: number | null, text: string): Answer {
  return { lines: [], problems: [{ line, reference: '', problem: text }] }
}

interface CsvRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

function recordsOf(file: Buffer): readonly CsvRecord[] | string {
  const form = { bom: true, info: true, trim: true, skip_empty_lines: true, relax_column_count: true }
  try {
    return parse(file, form) as unknown as CsvRecord[]
  } catch (error) {
    if (error instanceof CsvError) return `this is no CSV: ${error.message}`
    throw error
  }
}
