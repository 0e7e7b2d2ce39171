import pg from 'pg'

/** Runs one text that is no declared statement, with the rights of the database's owner, and answers its rows. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>

/** Runs one text on a connection of its own, and answers its rows. */
export async function queryOnce(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  // A server that is killed meanwhile fails the query, and that is enough.
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
