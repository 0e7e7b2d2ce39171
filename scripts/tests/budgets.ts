/** The budget of a test file in seconds, on two cores beside other files. */
const usualSeconds = 120

/**
 * The time of all test files together in seconds: twenty minutes, four at a time on two cores. Runs took 16 minutes in quiet
 * hours, and 26 in slow ones.
 */
export const usualTotalSeconds = 4_800

/** The default limit of a test, in milliseconds. */
export const usualLimitMs = 300_000

interface Budget {
  readonly seconds: number
  readonly reason: string
}

/** Files with larger budgets. They begin first, so that no run ends with one of them alone. */
const larger: Readonly<Record<string, Budget>> = {
  'test/api/hostile.test.ts': { seconds: 180, reason: 'it sends 6,000 hostile bodies' },
  'test/cli/backup.test.ts': { seconds: 300, reason: 'it makes, restores and kills twenty copies of a database' },
  'test/examples/certificate.test.ts': { seconds: 300, reason: 'the pauses of its shops are judged by the clock' },
  'test/dashboard/every-page.test.ts': { seconds: 180, reason: 'a browser opens every page in two languages' },
  'test/processes/production.test.ts': { seconds: 240, reason: 'it starts production many times' },
  'test/processes/service.test.ts': { seconds: 180, reason: 'it starts and kills the service many times' },
  'test/processes/together.test.ts': { seconds: 180, reason: 'it starts several processes a dozen times' },
  'test/pages/guides.test.ts': { seconds: 240, reason: 'a browser opens every guide in every view' },
  'test/guides/try-everything.test.ts': { seconds: 180, reason: 'its shop is rehearsed in real time' },
  'test/guides/python.test.ts': { seconds: 180, reason: 'its shop is rehearsed in real time' },
  'test/guides/php.test.ts': { seconds: 180, reason: 'its shop is rehearsed in real time' },
  'test/certificate/core-shops.test.ts': { seconds: 180, reason: 'the pauses of its shops are judged by the clock' },
  'test/certificate/other-shops.test.ts': { seconds: 180, reason: 'the pauses of its shops are judged by the clock' },
}

/** Returns a file's budget in seconds. */
export function budgetOf(file: string): number {
  return larger[file]?.seconds ?? usualSeconds
}

/** Returns the limit of a file and of each of its tests: a busy machine takes several times as long. */
export function limitMsOf(file: string): number {
  return 2_500 * budgetOf(file)
}

/** Whether a file is so slow that it begins first and alone. */
export function isSlow(file: string): boolean {
  return file in larger
}

/** Returns the larger budgets, by file path. */
export function listBudgets(): Readonly<Record<string, Budget>> {
  return larger
}
