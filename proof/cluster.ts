import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chooseServerUser } from '../src/platform/db/embedded/server-user.ts'
import { openFreezingProxy } from '../testkit/freezing-proxy.ts'
import { findByFolder, killAll } from '../testkit/process-table.ts'
import { neverMs, retry } from '../testkit/timeouts.ts'
import { ClusterNode } from './cluster-node.ts'
import { findFreePorts, startClusterProcess } from './cluster-process.ts'
import type { ClusterPrograms } from './cluster-programs.ts'
import {
  type ClusterChoices,
  databaseStatements,
  databaseUrl,
  haproxySettings,
  patroniSettings,
} from './cluster-settings.ts'
import type { Context } from './context.ts'

/**
 * The three machines of docs/operations.md as plain processes on this machine, with one etcd, one HAProxy and the same
 * settings.
 */
export interface Cluster {
  readonly nodes: readonly ClusterNode[]
  /** HAProxy's address, which leads to the primary. */
  readonly url: string
  /** The address of one server. Services must not use it, because the server may be a standby. */
  urlOf(node: ClusterNode): string
  /** Waits until one of them is the primary. */
  untilPrimary(among: readonly ClusterNode[]): Promise<ClusterNode>
  /** Waits until one of them acknowledges commits. That is later: a standby must follow it first. */
  untilAcknowledged(among: readonly ClusterNode[]): Promise<void>
  /** Waits for a primary with two standbys, one of them synchronous. Returns the primary. */
  untilWhole(): Promise<ClusterNode>
  close(): Promise<void>
}

const machineNames = ['machine1', 'machine2', 'machine3']

export async function openCluster(context: Context, name: string, programs: ClusterPrograms): Promise<Cluster> {
  const home = join(context.folder, name)
  const random = context.random(`${name} cluster`)
  const [etcdPort = 0, etcdPeerPort = 0, haproxyPort = 0, ...ports] = await findFreePorts(9, random)
  const folders = makeFolders(context.folder, home, ['etcd', 'haproxy', ...machineNames])
  const password = String(random.between(1e8, 1e9))
  const nodes = await Promise.all(
    machineNames.map(async (machine, index) => {
      const way = await openFreezingProxy({ port: etcdPort }, { answersEnds: true })
      const [postgres = 0, patroni = 0] = ports.slice(2 * index)
      const itsPorts = { postgres, patroni, etcd: way.port }
      return new ClusterNode(
        { name: machine, folder: folders(machine), ports: itsPorts },
        way,
        programs.patroni,
        password,
      )
    }),
  )
  const machines = nodes.map(({ machine }) => machine)
  const choices: ClusterChoices = { machines, postgres: programs.postgres, haproxyPort, password }
  const endAll = (): void => endProcesses(home, nodes)
  context.atEnd(endAll)
  startClusterProcess(programs.etcd, etcdArguments(etcdPort, etcdPeerPort), folders('etcd'))
  for (const node of nodes) {
    const settings = patroniSettings(node.machine, choices)
    writeFileSync(join(node.machine.folder, 'patroni.yml'), settings)
    node.startPatroni()
  }
  writeFileSync(join(folders('haproxy'), 'haproxy.cfg'), haproxySettings(choices))
  startClusterProcess(programs.haproxy, ['-db', '-f', 'haproxy.cfg'], folders('haproxy'))
  const close = async (): Promise<void> => {
    const isOver = (): boolean => {
      endAll()
      return findByFolder(home).length === 0
    }
    await retry('the cluster has ended', isOver, { pauseMs: 100 })
    await Promise.all(nodes.map(({ wayToEtcd }) => wayToEtcd.close()))
  }
  try {
    const primary = await untilWhole(nodes)
    for (const statement of databaseStatements(choices)) await primary.query(statement, neverMs)
  } catch (error) {
    await close()
    throw error
  }
  return {
    nodes,
    url: databaseUrl(choices),
    urlOf: ({ machine }) => databaseUrl({ ...choices, haproxyPort: machine.ports.postgres }),
    untilPrimary,
    async untilAcknowledged(among) {
      const check = async (): Promise<boolean> =>
        (await Promise.all(among.map((node) => node.acknowledges()))).includes(true)
      await retry('one of them acknowledges commits', check)
    },
    untilWhole: () => untilWhole(nodes),
    close,
  }
}

/** Makes folders that an unprivileged user can enter and write, if the programs run as one. */
function makeFolders(above: string, home: string, names: readonly string[]): (name: string) => string {
  const folders = new Map(names.map((name) => [name, join(home, name)]))
  for (const folder of folders.values()) {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const user = chooseServerUser(folder)
    if (user === undefined) continue
    chownSync(folder, user.uid, user.gid)
    // The run's own folders are private, and the other user must pass through them.
    for (const passed of [above, dirname(above)]) chmodSync(passed, 0o711)
  }
  return (name) => folders.get(name) ?? home
}

function etcdArguments(port: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  return [
    ...['--name', 'etcd', '--data-dir', 'data', '--enable-v2'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`],
  ]
}

function endProcesses(home: string, nodes: readonly ClusterNode[]): void {
  const servers = nodes.flatMap((node) => node.postgresPids())
  // A stopped process receives no signal, and a server that ends normally leaves no shared memory behind.
  const others = findByFolder(home).filter((pid) => !servers.includes(pid))
  killAll(others, 'SIGKILL')
  killAll(servers, 'SIGCONT')
  killAll(
    nodes.flatMap((node) => node.postgresPids().slice(0, 1)),
    'SIGQUIT',
  )
}

async function untilPrimary(among: readonly ClusterNode[]): Promise<ClusterNode> {
  const find = async (): Promise<ClusterNode | undefined> => {
    const are = await Promise.all(among.map((node) => node.isPrimary()))
    return among.find((_, index) => are[index])
  }
  return retry('one of them is the primary', find)
}

async function untilWhole(nodes: readonly ClusterNode[]): Promise<ClusterNode> {
  const check = async (): Promise<ClusterNode | undefined> => {
    const primary = await untilPrimary(nodes)
    const standbys = await primary.query(
      "select sync_state from pg_stat_replication where state = 'streaming' and application_name like 'machine%'",
    )
    const isFollowed = standbys.length === nodes.length - 1
    const isSafe = standbys.some(({ sync_state }) => sync_state === 'sync')
    return isFollowed && isSafe && (await knowsThatItIsWhole(primary, nodes.length)) ? primary : undefined
  }
  return retry('the cluster is whole', () => check().catch(() => undefined), { pauseMs: 200 })
}

/** Whether Patroni has stored the standby that may take over without losing commits. */
async function knowsThatItIsWhole(primary: ClusterNode, count: number): Promise<boolean> {
  const { members } = JSON.parse((await primary.ask('GET', '/cluster')).text) as {
    members: readonly { role: string; state: string; name: string }[]
  }
  const isLeader = members.some(({ name, role }) => name === primary.name && role === 'leader')
  const areWell = members.every(({ state }) => state === 'running' || state === 'streaming')
  return isLeader && areWell && members.length === count && members.some(({ role }) => role === 'sync_standby')
}
