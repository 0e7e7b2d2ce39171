import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readProgram } from '../sources.ts'
import type { World } from '../world.ts'

/** Starts a MariaDB server in a new folder, without a network port, and makes a database. Returns its socket. */
export async function startMariaDb(world: World, folder: string, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const data = join(folder, 'data')
  const socket = join(folder, 'socket')
  const common = ['--no-defaults', `--datadir=${data}`, ...(process.getuid?.() === 0 ? ['--user=root'] : [])]
  await readProgram(world, 'mariadb-install-db', [...common, '--auth-root-authentication-method=normal'])
  const server = world.start('mariadbd', [...common, `--socket=${socket}`, '--skip-networking'])
  await server.waitForLine(/ready for connections/)
  await readProgram(world, 'mariadb', [
    '--no-defaults',
    '-uroot',
    `--socket=${socket}`,
    '-e',
    `create database ${name}`,
  ])
  return socket
}
