import type pg from 'pg'

/** The address of a connection to the embedded database; a socket's folder stands, encoded, where the host does. */
export function formatUrl({ user, password, host, port, database }: pg.PoolConfig): string {
  const where = `${encodeURIComponent(host ?? '')}:${port}`
  return `postgres://${user}:${encodeURIComponent(String(password))}@${where}/${database}?sslmode=disable`
}
