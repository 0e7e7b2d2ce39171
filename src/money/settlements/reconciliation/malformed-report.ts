/** The file is no report that could be compared. */
export class MalformedReport extends Error {
  override readonly name = 'MalformedReport'
  /** What is wrong with it, in the order of its lines: at most twenty, and how many more there are. */
  readonly complaints: readonly string[]
  readonly more: number

  constructor(complaints: readonly string[], more = 0) {
    super(complaints.join('; '))
    this.complaints = complaints
    this.more = more
  }
}
