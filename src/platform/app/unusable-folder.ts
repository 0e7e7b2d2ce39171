/** Why a folder of ours cannot be used: one line for the operator, which names the variables that help. */
export class UnusableFolder extends Error {
  override readonly name = 'UnusableFolder'
  /** The line without what to do about it. */
  readonly problem: string

  constructor(problem: string, advice: string) {
    super(`${problem}: ${advice}`)
    this.problem = problem
  }
}

/** The same error as a line that ends with what to set. */
export function explainFolder(error: unknown, advice: string): UnusableFolder {
  return new UnusableFolder(error instanceof Error ? error.message : String(error), advice)
}
