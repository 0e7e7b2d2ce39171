import pg from 'pg'

/** Runs an undeclared statement with the rights of the database's owner, and returns its rows. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>

/** Runs a statement on its own connection, and returns its rows. */
export async function queryOnce(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  // A killed server fails the query; its error event needs no handling.
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
