import pg from 'pg'
import { DeadlinePassed } from '../base/deadline.ts'

/** The time limit of closing a connection. */
const farewellMs = 1_000

/** A setting that the server reports. */
interface ParameterStatus {
  readonly parameterName: string
  readonly parameterValue: string
}

const readOnlySettings: readonly string[] = ['in_hot_standby', 'default_transaction_read_only']

/** A connection that can be destroyed, because a silent server never answers a close. */
export class DbConnection extends pg.Client {
  /** The time of the server's last answer, by the monotonic clock. */
  heardAt = performance.now()
  readonly #saysThatItReads = new Map<string, boolean>()

  constructor(config?: pg.ClientConfig) {
    super(config)
    // The server reports these at the beginning of a connection and at each change.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (readOnlySettings.includes(parameterName)) this.#saysThatItReads.set(parameterName, parameterValue === 'on')
    })
  }

  /** Whether the server refuses writes. */
  get isReadOnly(): boolean {
    return [...this.#saysThatItReads.values()].includes(true)
  }

  get isDestroyed(): boolean {
    return this.connection.stream.destroyed
  }

  /** Destroys the socket at once. Its statements fail with the reason. */
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

// Every statement has one fixed text, so it is planned once and not anew for each value; and every statement finds
// its rows by an index, so a plan made while a table was small stays right when it has grown.
const planSettings = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  // A bitmap scan reads index entries of deleted rows each time; an index scan marks them as dead.
  'enable_bitmapscan=off',
  // No statement reads enough for parallel workers. A plan without values may choose them, and their start takes 20 ms.
  'max_parallel_workers_per_gather=0',
]

// The high cost of a disabled scan makes the server compile such a plan, which takes a second for a statement of a
// millisecond. No statement here runs long enough for compilation.
const compileSettings = ['jit=off']

const formSettings = ['TimeZone=UTC', 'DateStyle=ISO']

/**
 * `free`: the server's own planning. Citus needs it, because it plans with values, and its workers do not get these
 * settings.
 */
export type Plans = 'fixed' | 'free'

const freePlans = {
  plan_cache_mode: 'auto',
  enable_seqscan: 'on',
  enable_hashjoin: 'on',
  enable_mergejoin: 'on',
  enable_bitmapscan: 'on',
  max_parallel_workers_per_gather: '2',
}

/** Settings of a transaction for a report: the server's own planning, and afterwards ours again. */
export const reportSettings = Object.entries(freePlans)
  .map(([setting, value]) => `set local ${setting} = ${value}`)
  .join('; ')
export const usualSettings = Object.keys(freePlans)
  .map((setting) => `set local ${setting} to default`)
  .join('; ')

// The server closes connections of silent clients and releases their locks. Without support of the operating system
// it ignores these settings.
const keepAliveSettings = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=20000',
]

/** The role of the service. It owns nothing, and has the rights that the migrations grant it. */
export const serviceRole = 'qist_service'

/** The rights of a connection: of the service's role, or of its login, the owner of the schema. */
export type Rights = 'service' | 'owner'

/** The setting of a sandbox's connections. With it tables mark inserted rows. */
export const sandboxSetting = 'qist.sandbox'

/** The application name of a sandbox's connections. Production finds running sandboxes by it. */
export const sandboxConnection = 'qist-sandbox'

interface ServerLimits {
  readonly statementMs: number
  readonly lockMs: number
  readonly idleInTransactionMs: number
}

/** Returns the settings of a connection as startup options, because settings made later can be reset. */
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

/**
 * Returns the address of a connection to the embedded database. A socket's folder takes the place of the host,
 * encoded.
 */
export function formatUrl({ user, password, host, port, database }: pg.PoolConfig): string {
  const where = `${encodeURIComponent(host ?? '')}:${port}`
  return `postgres://${user}:${encodeURIComponent(String(password))}@${where}/${database}?sslmode=disable`
}
