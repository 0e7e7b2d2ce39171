/** A function of the database that works with its owner's rights, for what the service may only read and add to; it answers true. */
export interface OwnerFunction {
  readonly name: string
  /** Its parameters, with their types. */
  readonly parameters: string
  readonly language: 'sql' | 'plpgsql'
  readonly body: string
}
