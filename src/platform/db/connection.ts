import pg from 'pg'
import { DeadlinePassed } from '../base/deadline.ts'

/** How long a connection that is closed may take to say good-bye. */
const farewellMs = 1_000

/** What the server says of itself. */
interface ParameterStatus {
  readonly parameterName: string
  readonly parameterValue: string
}

const readOnlySettings: readonly string[] = ['in_hot_standby', 'default_transaction_read_only']

/** A connection that can be destroyed: one that has gone silent never answers a good-bye. */
export class DbConnection extends pg.Client {
  /** When the server has answered last, by the monotonic clock. */
  heardAt = performance.now()
  readonly #saysThatItReads = new Map<string, boolean>()

  constructor(config?: pg.ClientConfig) {
    super(config)
    // The server tells so when a connection begins, and when it changes, without being asked.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (readOnlySettings.includes(parameterName)) this.#saysThatItReads.set(parameterName, parameterValue === 'on')
    })
  }

  /** Whether the server takes no writes. */
  get isReadOnly(): boolean {
    return [...this.#saysThatItReads.values()].includes(true)
  }

  get isDestroyed(): boolean {
    return this.connection.stream.destroyed
  }

  /** Destroys the socket at once. Whatever is asked on it fails with the reason. */
  destroy(reason: DeadlinePassed): void {
    this.connection.stream.destroy(reason)
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const timer = setTimeout(() => this.destroy(new DeadlinePassed('the database said no good-bye')), farewellMs)
    timer.unref()
    this.once('end', () => clearTimeout(timer))
    return callback === undefined ? super.end() : super.end(callback)
  }
}

// Every statement has one fixed text, so it is planned once and not anew for each value; and every statement finds its rows by
// an index, so a plan made while a table was small stays right when it has grown.
const planSettings = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  // A bitmap takes in all that an index still has of rows that are gone, each time; a walk along the index remembers them as gone.
  'enable_bitmapscan=off',
  // Nothing here reads so much that helpers would pay; a plan made without values may think so, and starting them takes 20 ms.
  'max_parallel_workers_per_gather=0',
]

// A scan that is switched off counts as so dear that the server would compile each such plan, which takes it a second where running the
// plan takes a millisecond. Nothing here runs for so long that compiling it pays.
const compileSettings = ['jit=off']

const formSettings = ['TimeZone=UTC', 'DateStyle=ISO']

/** `free`: as the server sees fit. So Citus wants it, which plans for values, and whose workers do not hear of these settings. */
export type Plans = 'fixed' | 'free'

const freePlans = {
  plan_cache_mode: 'auto',
  enable_seqscan: 'on',
  enable_hashjoin: 'on',
  enable_mergejoin: 'on',
  enable_bitmapscan: 'on',
  max_parallel_workers_per_gather: '2',
}

/** What a transaction sets for a report, so that the server plans it as it does by itself, and afterwards for its other statements. */
export const reportSettings = Object.entries(freePlans)
  .map(([setting, value]) => `set local ${setting} = ${value}`)
  .join('; ')
export const usualSettings = Object.keys(freePlans)
  .map((setting) => `set local ${setting} to default`)
  .join('; ')

// The server, too, gives up on who has gone silent: what it holds for them is free again. Where the operating system has no such
// thing, the server leaves these settings alone.
const keepAliveSettings = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=20000',
]

/** The role that the service works as. It owns nothing, and may do with each table what the migrations grant it. */
export const serviceRole = 'qist_service'

/** Whose rights a connection has: those of the service's role, or those of its own login, which is the owner of the schema. */
export type Rights = 'service' | 'owner'

/** The setting of a sandbox's connections, by which tables mark the rows that a sandbox writes. */
export const sandboxSetting = 'qist.sandbox'

/** The name of their connections, by which production finds a sandbox that still serves. */
export const sandboxConnection = 'qist-sandbox'

interface ServerLimits {
  readonly statementMs: number
  readonly lockMs: number
  readonly idleInTransactionMs: number
}

/** What a connection asks of the server for all its time, as options of its start: what is set later can be reset. */
export function sessionOptions(
  limits: ServerLimits,
  rights: Rights,
  plans: Plans = 'fixed',
  marksSandbox = false,
): string {
  const limitSettings = [
    `statement_timeout=${limits.statementMs}`,
    `lock_timeout=${limits.lockMs}`,
    `idle_in_transaction_session_timeout=${limits.idleInTransactionMs}`,
  ]
  const role = rights === 'service' ? [`role=${serviceRole}`] : []
  const ofPlans = plans === 'fixed' ? planSettings : []
  const mark = marksSandbox ? [`${sandboxSetting}=on`, `application_name=${sandboxConnection}`] : []
  return [...formSettings, ...compileSettings, ...ofPlans, ...keepAliveSettings, ...limitSettings, ...role, ...mark]
    .map((setting) => `-c ${setting}`)
    .join(' ')
}

/** The address of a connection to the embedded database; a socket's folder stands, encoded, where the host does. */
export function formatUrl({ user, password, host, port, database }: pg.PoolConfig): string {
  const where = `${encodeURIComponent(host ?? '')}:${port}`
  return `postgres://${user}:${encodeURIComponent(String(password))}@${where}/${database}?sslmode=disable`
}
