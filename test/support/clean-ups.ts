type CleanUp = () => Promise<void> | void

const waiting: CleanUp[] = []

/** Adds a clean-up of the running test. */
export function addCleanUp(cleanUp: CleanUp): void {
  waiting.push(cleanUp)
}

/** Runs the clean-ups of a test, newest first. A process that runs many files registers this hook once per file. */
export async function runCleanUps(): Promise<void> {
  for (const cleanUp of waiting.splice(0).reverse()) await cleanUp()
}
