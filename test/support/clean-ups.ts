type CleanUp = () => Promise<void> | void

const waiting: CleanUp[] = []

/** Adds what the running test leaves to be cleaned up. */
export function addCleanUp(cleanUp: CleanUp): void {
  waiting.push(cleanUp)
}

/** Cleans up after a test, what was added last first. A process of many files has this hook for each file. */
export async function runCleanUps(): Promise<void> {
  for (const cleanUp of waiting.splice(0).reverse()) await cleanUp()
}
