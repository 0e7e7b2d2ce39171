/** A function of the database that runs with its owner's rights, for tables that the service may only read and insert into. It returns true. */
export interface OwnerFunction {
  readonly name: string
  /** The parameters with their types. */
  readonly parameters: string
  readonly language: 'sql' | 'plpgsql'
  readonly body: string
}
