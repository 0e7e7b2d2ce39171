/** The names of both files of a report. */
export interface ReportFiles {
  readonly html: string
  readonly json: string
}

/** Returns the names of a report's files: FILE with `.html` and with `.json`, whichever of them FILE already has. */
export function reportFiles(file: string): ReportFiles {
  const name = file.replace(/\.(html|json)$/i, '')
  return { html: `${name}.html`, json: `${name}.json` }
}
