import { pipeline, type Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { MalformedReport, parseRow, Report, type ReportColumn, reportColumns } from './report.ts'

/** The most rows of a report. All rows stay in memory, with about 200 bytes each. */
export const maxReportRows = 1_000_000

/** The longest row in bytes. A longer row has an open quote, or the file is no report. */
const maxRowBytes = 10_000

const maxComplaints = 20

interface CsvRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/**
 * Reads a processor's report from a stream of CSV. Throws a MalformedReport if a line is wrong or there are too
 * many.
 */
export async function readReport(source: Readable, maxRows = maxReportRows): Promise<Report> {
  const report = new Report()
  const complaints: string[] = []
  let wrong = 0
  let readRow: ReturnType<typeof rowReader> | undefined
  try {
    for await (const { record, info } of recordsOf(source)) {
      if (readRow === undefined) {
        readRow = rowReader(record, info.lines)
        continue
      }
      if (report.size + wrong === maxRows) throw new MalformedReport([tooLong(maxRows)])
      const row = readRow(record, info.lines)
      if (typeof row !== 'string') report.add(row)
      else {
        wrong += 1
        if (complaints.length < maxComplaints) complaints.push(`line ${info.lines}: ${row}`)
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new MalformedReport([...complaints, `this is no CSV: ${error.message}`], wrong - complaints.length)
  }
  if (readRow === undefined) throw new MalformedReport([`the file is empty: its first line must be ${reportColumns}`])
  if (wrong > 0) throw new MalformedReport(complaints, wrong - complaints.length)
  return report
}

function recordsOf(source: Readable): AsyncIterable<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    // `rowReader` compares the number of fields with the header.
    relax_column_count: true,
    max_record_size: maxRowBytes,
  })
  // The parser throws the errors of the source.
  return pipeline(source, parser, () => undefined)
}

/** Returns a reader of rows for this header: columns in any order; unknown columns are ignored. */
function rowReader(header: readonly string[], line: number) {
  const names = header.map((name) => name.toLowerCase())
  const missing = reportColumns.filter((column) => !names.includes(column))
  if (missing.length > 0) {
    throw new MalformedReport([
      `line ${line}: the header must name ${reportColumns.join(', ')}; ${missing.join(', ')} is missing`,
    ])
  }
  const twice = reportColumns.find((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (twice !== undefined) throw new MalformedReport([`line ${line}: the header names ${twice} twice`])
  const places = Object.fromEntries(reportColumns.map((column) => [column, names.indexOf(column)]))
  return (record: readonly string[], line: number) => {
    if (record.length !== header.length) return `there are ${record.length} fields, the header has ${header.length}`
    const text = (column: ReportColumn): string => record[places[column] ?? -1] ?? ''
    return parseRow(
      { id: text('id'), type: text('type'), amount: text('amount'), currency: text('currency'), at: text('at') },
      line,
    )
  }
}

function tooLong(maxRows: number): string {
  return `the file has more than ${maxRows.toLocaleString('en')} rows: compare reports of shorter times, each with --from and --to`
}
