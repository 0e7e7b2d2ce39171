/** How long a file of tests may take, in seconds, on two cores beside other files. */
const usualSeconds = 120

/** After this time a test is given up where its file has no limit of its own. */
export const usualLimitMs = 300_000

interface Budget {
  readonly seconds: number
  readonly reason: string
}

/** Files that may take longer. They begin first, so that no run ends with one of them alone. */
const larger: Readonly<Record<string, Budget>> = {
  'test/api/hostile.test.ts': { seconds: 180, reason: 'it sends 6,000 hostile bodies' },
  'test/cli/backup.test.ts': { seconds: 300, reason: 'it makes, restores and kills twenty copies of a database' },
  'test/examples/certificate.test.ts': { seconds: 300, reason: 'the pauses of its shops are judged by the clock' },
  'test/dashboard/every-page.test.ts': { seconds: 180, reason: 'a browser opens every page in two languages' },
  'test/certificate/core-shops.test.ts': { seconds: 180, reason: 'the pauses of its shops are judged by the clock' },
  'test/certificate/other-shops.test.ts': { seconds: 180, reason: 'the pauses of its shops are judged by the clock' },
}

/** Returns how long a file may take, in seconds. */
export function budgetOf(file: string): number {
  return larger[file]?.seconds ?? usualSeconds
}

/** After this time a file is given up, and each of its tests: a busy machine takes several times as long. */
export function limitMsOf(file: string): number {
  return 7_500 * budgetOf(file)
}

/** Whether a file takes so long that it begins first and alone. */
export function isSlow(file: string): boolean {
  return file in larger
}

/** Returns the larger budgets, by the paths of files. */
export function listBudgets(): Readonly<Record<string, Budget>> {
  return larger
}
