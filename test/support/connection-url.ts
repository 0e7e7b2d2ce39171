import type pg from 'pg'

/** The address of a connection; a socket's folder stands, encoded, where the host does. */
export function formatUrl(connection: pg.PoolConfig): string {
  const host = encodeURIComponent(connection.host ?? '')
  const password = encodeURIComponent(String(connection.password))
  return `postgres://${connection.user}:${password}@${host}:${connection.port}/${connection.database}`
}
