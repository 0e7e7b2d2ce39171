import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One of the three machines: here a folder with its own ports. */
export interface ClusterMachine {
  readonly name: string
  readonly folder: string
  /** The ports of PostgreSQL, of Patroni's REST API, and of the proxy between this Patroni and etcd. */
  readonly ports: { readonly postgres: number; readonly patroni: number; readonly etcd: number }
}

/** Settings that the files of `ops/three-machines` leave to the operator. */
export interface ClusterChoices {
  readonly machines: readonly ClusterMachine[]
  readonly postgres: string
  readonly haproxyPort: number
  readonly password: string
}

export const passwords = ['choose-one', 'choose-another', 'choose-a-third', 'choose-a-fourth']

/** Returns Patroni's file of a machine: that of docs/operations.md, with this machine's addresses and folders. */
export function patroniSettings(machine: ClusterMachine, { postgres, password }: ClusterChoices): string {
  const { name, folder, ports } = machine
  return fill('patroni.yml', [
    ['name: machine1', `name: ${name}`],
    ['10.0.0.11:8008', `127.0.0.1:${ports.patroni}`],
    ['10.0.0.11:5432', `127.0.0.1:${ports.postgres}`],
    // Clients do not ask etcd for its other addresses, which would bypass the cut connection.
    ['hosts: 10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379', `hosts: 127.0.0.1:${ports.etcd}\n  use_proxies: true`],
    ['10.0.0.0/24', '127.0.0.1/32'],
    ['/var/lib/postgresql/15/qist', join(folder, 'data')],
    ['/usr/lib/postgresql/15/bin', postgres],
    ['/var/lib/postgresql/patroni.pgpass', join(folder, 'pgpass')],
    ['/var/run/postgresql', folder],
    ...passwords.slice(0, 3).map((placeholder): [string, string] => [placeholder, password]),
  ])
}

/** Returns HAProxy's file, likewise. */
export function haproxySettings({ machines, haproxyPort }: ClusterChoices): string {
  const servers = machines.flatMap(({ ports }, index): [string, string][] => [
    [`10.0.0.1${index + 1}:5432 check port 8008`, `127.0.0.1:${ports.postgres} check port ${ports.patroni}`],
  ])
  return fill('haproxy.cfg', [['127.0.0.1:5000', `127.0.0.1:${haproxyPort}`], ...servers])
}

/** Returns the statements that prepare a new cluster for Qist. */
export function databaseStatements({ password }: ClusterChoices): string[] {
  const text = fill('database.sql', [['choose-a-fourth', password]])
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('--'))
}

/** Returns the address at which the service finds the primary. */
export function databaseUrl({ haproxyPort, password }: ClusterChoices): string {
  const line = read('qist.env')
    .split('\n')
    .find((one) => one.startsWith('DATABASE_URL='))
  if (line === undefined) throw new Error('ops/three-machines/qist.env names no DATABASE_URL')
  const url = new URL(line.slice('DATABASE_URL='.length))
  url.password = password
  url.port = String(haproxyPort)
  return url.href
}

function fill(file: string, replacements: readonly (readonly [string, string])[]): string {
  let text = read(file)
  for (const [placeholder, value] of replacements) {
    if (!text.includes(placeholder)) throw new Error(`ops/three-machines/${file} has no ${placeholder}`)
    text = text.replaceAll(placeholder, value)
  }
  return text
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, '..', 'ops', 'three-machines', file), 'utf8')
}
