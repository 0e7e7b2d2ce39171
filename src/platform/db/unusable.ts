/** Why the service cannot start on this database: one line for the operator, who can do something about it. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
  /** The line without what to do about it. */
  readonly problem: string

  constructor(problem: string, advice?: string) {
    super(advice === undefined ? problem : `${problem}: ${advice}`)
    this.problem = problem
  }
}

/** No server can be started here, as its programs are not installed. */
export class MissingPrograms extends UnusableDatabase {}
