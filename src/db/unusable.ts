/** Why the service cannot start on this database: one line for the operator, who can do something about it. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}
