import type pg from 'pg'

/** The server's description of a statement: its parameter types in order, and its column types by name. */
export interface Description {
  readonly params: readonly string[]
  readonly columns: Readonly<Record<string, string>>
}

interface Wire extends NodeJS.EventEmitter {
  parse(message: { name: string; text: string; types: readonly number[] }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
}

/** Parses and describes a statement without running it. Throws the server's error if it does not fit the schema. */
export async function describeStatement(client: pg.Client, text: string): Promise<Description> {
  const answer = await askServer(client, text)
  // A domain counts as its base type.
  const { rows } = await client.query<{ oid: number; name: string }>(
    `select type.oid, coalesce(base.typname, type.typname)::text as name
     from pg_type as type left join pg_type as base on base.oid = type.typbasetype`,
  )
  const names = new Map(rows.map((row) => [row.oid, row.name]))
  const nameOf = (oid: number): string => names.get(oid) ?? String(oid)
  return {
    params: answer.params.map(nameOf),
    columns: Object.fromEntries(answer.fields.map((field) => [field.name, nameOf(field.dataTypeID)])),
  }
}

interface Answer {
  params: number[]
  fields: pg.FieldDef[]
}

function askServer(client: pg.Client, text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answer: Answer = { params: [], fields: [] }
    let wire: Wire | undefined
    const hearParams = (message: { dataTypeIDs: number[] }): void => {
      answer.params = message.dataTypeIDs
    }
    const question = {
      submit(connection: Wire): void {
        wire = connection
        connection.on('parameterDescription', hearParams)
        connection.parse({ name: '', text, types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription(message: { fields: pg.FieldDef[] }): void {
        answer.fields = message.fields
      },
      handleError(error: Error): void {
        wire?.off('parameterDescription', hearParams)
        reject(error)
      },
      handleReadyForQuery(): void {
        wire?.off('parameterDescription', hearParams)
        resolve(answer)
      },
    }
    client.query(question as unknown as pg.Submittable)
  })
}
