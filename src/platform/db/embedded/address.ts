import type pg from 'pg'
import type { Cluster } from './cluster.ts'
import { superuser } from './init-db.ts'
import type { Address, Postmaster } from './postmaster.ts'

/** Where a running server listens: in its folder of sockets, or on this machine where it has none. */
export function addressOf(postmaster: Postmaster): Address {
  return { host: postmaster.socketDir === '' ? '127.0.0.1' : postmaster.socketDir, port: postmaster.port }
}

/** How to connect to the server of a cluster at an address. */
export function connectionOf(cluster: Cluster, address: Address): pg.PoolConfig {
  return { ...address, user: superuser, password: cluster.password, database: 'postgres', ssl: false }
}
